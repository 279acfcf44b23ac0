import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './manifest.ts'

/** There from the first change that a restore makes until its report was compared. */
export function unfinishedRestorePath(dataDir: string): string {
  return join(dataDir, 'restore.unfinished')
}

/** @throws {BackupError} where a restore was cut short: what is there is a part. */
export function expectNoUnfinishedRestore(dataDir: string): void {
  if (!existsSync(unfinishedRestorePath(dataDir))) return
  throw new BackupError(
    `A restore into ${dataDir} was not finished, so a part of the data is there. Empty the data directory and both ` +
      'databases, and restore again.',
  )
}

export function finishRestore(dataDir: string): Promise<void> {
  return rm(unfinishedRestorePath(dataDir))
}
