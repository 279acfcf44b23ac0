import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files of a data directory that name a session or a person; by default of the log, the ledger and the dead letters. */
export function filesThatName(
  dataDir: string,
  who: string,
  folders: readonly string[] = ['spool', 'dead-letters', 'ledger'],
): string[] {
  return folders
    .flatMap((folder) => filesIn(readdirSync(join(dataDir, folder), { withFileTypes: true })))
    .filter((path) => unlessGone(() => readFileSync(path).includes(who), false))
}

function filesIn(entries: readonly Dirent[]): string[] {
  return entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) return filesIn(unlessGone(() => readdirSync(path, { withFileTypes: true }), []))
    return entry.isFile() ? [path] : []
  })
}

/** The engine replaces and removes files and whole directories of its tables while others look at them. */
function unlessGone<T>(read: () => T, gone: T): T {
  try {
    return read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return gone
  }
}
