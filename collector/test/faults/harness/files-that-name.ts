import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files of a data directory that name a session or a person; by default of the log, the ledger and the dead letters. */
export function filesThatName(
  dataDir: string,
  who: string,
  folders: readonly string[] = ['spool', 'dead-letters', 'ledger'],
): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => contentOf(path).includes(who)),
  )
}

/** Nothing, where it was replaced or removed meanwhile. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
