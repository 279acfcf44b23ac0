import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { fileStamp, UNFINISHED } from './mail-files.ts'
import { messageOf } from './message.ts'
import type { WaitingMail } from './outbox.ts'
import type { MailTransport } from './transport.ts'

/**
 * Where there is no mail server: each mail becomes a file that mail programs open, named
 * `<time>-<kind>-<id>.eml`. A repeated delivery writes the same file.
 */
export function createFileTransport(directory: string, from: string): MailTransport {
  return {
    async deliver(mail) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeWhole(
        directory,
        fileNameOf(mail),
        await new MailComposer(messageOf(mail, from)).compile().build(),
      )
    },
    close() {},
  }
}

function fileNameOf({ created_at, kind, id }: WaitingMail): string {
  return `${fileStamp(created_at)}-${kind}-${id}.eml`
}

/** Readers of the directory never see half a mail. */
async function writeWhole(directory: string, name: string, content: Buffer): Promise<void> {
  const unfinished = join(directory, `.${name}${UNFINISHED}`)
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, join(directory, name))
}
