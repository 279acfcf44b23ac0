import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Files written in place of sending; their readers have read them by then. Unconfirmed addresses stay no longer. */
const KEPT_MS = 30 * 24 * 3_600_000

/** Removes the files of mails that are over their time. @returns how many. */
export async function expireMailFiles(directory: string, now: Date): Promise<number> {
  const oldest = fileStamp(new Date(now.getTime() - KEPT_MS))
  const names = (await mailFiles(directory)).filter((name) => name.replace(/^\./, '') < oldest)
  await removeAll(directory, names)
  return names.length
}

/** Removes the files of mails to an address, and of messages from it. @returns how many. */
export async function eraseMailFiles(directory: string, email: string): Promise<number> {
  const address = email.trim().toLowerCase()
  const found: string[] = []
  for (const listed of await mailFiles(directory)) {
    // It may have been finished since it was listed, or have gone.
    for (const name of new Set([listed, finished(listed)])) {
      if (concerns(await sourceOf(join(directory, name)), address)) found.push(name)
    }
  }
  const names = [...new Set(found)]
  await removeAll(directory, names)
  return names.length
}

/** How the name of a mail's file ends until all of it is there. */
export const UNFINISHED = '.unfinished'

/** How the name of a mail's file begins: names sort by time. */
export function fileStamp(at: Date): string {
  return at.toISOString().replaceAll(/[-:.]/g, '')
}

/** The name that a file has, or will have, once all of it is there. */
function finished(name: string): string {
  return name.endsWith(UNFINISHED) ? name.slice(1, -UNFINISHED.length) : name
}

/** Empty for a file that has gone. */
async function sourceOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

function concerns(source: string, address: string): boolean {
  const head = source.split(/\r?\n\r?\n/, 1)[0]?.replaceAll(/\r?\n[ \t]+/g, ' ') ?? ''
  return head
    .split(/\r?\n/)
    .filter((line) => /^(?:to|reply-to):/i.test(line))
    .some((line) =>
      line
        .toLowerCase()
        .split(/[\s<>,]+/)
        .includes(address),
    )
}

/** Those too that a crash left half written. */
async function mailFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => [])
  return names.filter((name) => name.endsWith('.eml') || name.endsWith(`.eml${UNFINISHED}`))
}

async function removeAll(directory: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(directory, name), { force: true })
}
