import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './manifest.ts'

/** Exists from a restore's first change until its report has been compared. */
export function unfinishedRestorePath(dataDir: string): string {
  return join(dataDir, 'restore.unfinished')
}

/** The folder that the backup is unpacked into: it exists from the beginning of a restore, and only until its end. */
export function unpackedPath(dataDir: string): string {
  return join(dataDir, 'restore.parts')
}

/** What an interrupted restore has left, and what to do; undefined if there is none. */
export function unfinishedRestore(dataDir: string): { detail: string; remedy: string } | undefined {
  if (![unfinishedRestorePath(dataDir), unpackedPath(dataDir)].some(existsSync)) return undefined
  return {
    detail: `A restore into ${dataDir} was interrupted, so the data is incomplete`,
    remedy: 'Empty the data directory and both databases, and restore again.',
  }
}

/** @throws {BackupError} after an interrupted restore. */
export function expectNoUnfinishedRestore(dataDir: string): void {
  const found = unfinishedRestore(dataDir)
  if (found) throw new BackupError(`${found.detail}. ${found.remedy}`)
}

export function finishRestore(dataDir: string): Promise<void> {
  return rm(unfinishedRestorePath(dataDir))
}
