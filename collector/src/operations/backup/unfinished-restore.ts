import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './manifest.ts'

/** Exists from a restore's first change until its report has been compared. */
export function unfinishedRestorePath(dataDir: string): string {
  return join(dataDir, 'restore.unfinished')
}

/** @throws {BackupError} after an interrupted restore. */
export function expectNoUnfinishedRestore(dataDir: string): void {
  if (!existsSync(unfinishedRestorePath(dataDir))) return
  throw new BackupError(
    `A restore into ${dataDir} was interrupted, so the data is incomplete. Empty the data directory and both ` +
      'databases, and restore again.',
  )
}

export function finishRestore(dataDir: string): Promise<void> {
  return rm(unfinishedRestorePath(dataDir))
}
