import { join } from 'node:path'
import { nodeFileSystem } from '../../spool/file-system.ts'

const path = (dataDir: string) => join(dataDir, 'last-backup.json')

/** When the last backup was finished, milliseconds since 1970; 0 without one. */
export async function lastBackupAt(dataDir: string): Promise<number> {
  try {
    const { at } = JSON.parse((await nodeFileSystem.read(path(dataDir))).toString()) as { at: string }
    return Date.parse(at) || 0
  } catch {
    // There is none yet, or its file is unreadable, which counts as none.
    return 0
  }
}

export function rememberBackup(dataDir: string, at: string): Promise<void> {
  return nodeFileSystem.replace(path(dataDir), JSON.stringify({ at }))
}
