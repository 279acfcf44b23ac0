import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files of the log, the ledger and the dead letters of a data directory that name a session. */
export function filesThatName(dataDir: string, session: string): string[] {
  return ['spool', 'dead-letters', 'ledger'].flatMap((folder) =>
    readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => contentOf(path).includes(session)),
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
