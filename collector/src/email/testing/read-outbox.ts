import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readEml, type ReadMail } from './read-eml.ts'

/** The mails of a directory of `.eml` files, oldest first; none where there is no directory. */
export async function readOutbox(directory: string): Promise<(ReadMail & { name: string })[]> {
  const names = await readdir(directory).catch(() => [])
  return Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map(async (name) => ({ name, ...readEml(await readFile(join(directory, name), 'utf8')) })),
  )
}
