import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { type EmailTransport, messageOf } from './transport.ts'

/** Retention of the files, the same as of unconfirmed addresses. */
const RETENTION_MS = 30 * DAY_MS

/** Suffix of a file until it is complete. */
const UNFINISHED = '.unfinished'

/**
 * Without a mail server each email becomes a file, `<time>-<kind>-<id>.eml`, that email programs can open. Repeating a
 * delivery writes the same file.
 */
export function createFileTransport(directory: string, from: string): EmailTransport {
  return {
    async deliver(email) {
      // Loaded with the first email: nothing else needs it.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const name = `${fileStamp(email.created_at)}-${email.kind}-${email.id}.eml`
      await writeFileAtomically(
        directory,
        name,
        await new MailComposer(messageOf(email, from)).compile().build(),
      )
    },
    close() {},
  }
}

/** Deletes files past their retention. @returns how many. */
export async function expireEmailFiles(directory: string, now: Date): Promise<number> {
  const oldest = fileStamp(new Date(now.getTime() - RETENTION_MS))
  const names = (await emailFiles(directory)).filter((name) => name.replace(/^\./, '') < oldest)
  await removeAll(directory, names)
  return names.length
}

/** Deletes the files of emails to an address, and of messages from it. @returns how many. */
export async function eraseEmailFiles(directory: string, address: string): Promise<number> {
  const names = await emailFilesOf(directory, address)
  await removeAll(directory, names)
  return names.length
}

/** Names of the files of emails to an address, and of messages from it. */
export async function emailFilesOf(directory: string, address: string): Promise<string[]> {
  const wanted = address.trim().toLowerCase()
  const found: string[] = []
  for (const listed of await emailFiles(directory)) {
    // It may have been completed or deleted since.
    for (const name of new Set([listed, finishedName(listed)])) {
      if (addressesIn(await sourceOf(join(directory, name))).includes(wanted)) found.push(name)
    }
  }
  return [...new Set(found)]
}

/** Addresses that emails in files are to, or messages in them from. */
export async function addressesInEmailFiles(directory: string): Promise<string[]> {
  const found = new Set<string>()
  for (const name of await emailFiles(directory))
    for (const address of addressesIn(await sourceOf(join(directory, name)))) found.add(address)
  return [...found]
}

/** Prefix of a file name; names sort by time. */
function fileStamp(at: Date): string {
  return at.toISOString().replaceAll(/[-:.]/g, '')
}

/** Readers of the directory never see a partial email. */
async function writeFileAtomically(directory: string, name: string, content: Buffer): Promise<void> {
  const unfinished = join(directory, `.${name}${UNFINISHED}`)
  await writeFile(unfinished, content, { mode: 0o600, flush: true })
  await rename(unfinished, join(directory, name))
}

function finishedName(name: string): string {
  return name.endsWith(UNFINISHED) ? name.slice(1, -UNFINISHED.length) : name
}

/** Empty for a file that no longer exists. */
async function sourceOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

/** In lower case. */
function addressesIn(source: string): string[] {
  const head = source.split(/\r?\n\r?\n/, 1)[0]?.replaceAll(/\r?\n[ \t]+/g, ' ') ?? ''
  return head
    .split(/\r?\n/)
    .filter((line) => /^(?:to|reply-to):/i.test(line))
    .flatMap((line) => line.toLowerCase().split(/[\s<>,]+/))
    .filter((word) => word.includes('@'))
}

/** Includes partial ones that a crash left. */
async function emailFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => [])
  return names.filter((name) => name.endsWith('.eml') || name.endsWith(`.eml${UNFINISHED}`))
}

async function removeAll(directory: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(directory, name), { force: true })
}
