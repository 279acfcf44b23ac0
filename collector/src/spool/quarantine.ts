import { join } from 'node:path'
import type { Logger } from '../platform/logger.ts'
import type { FileSystem } from './file-system.ts'

/**
 * Damaged bytes, set aside for inspection. They may belong to any session, so they are removed with the next erasure,
 * or after a time.
 */
const FOLDER = 'quarantine'

export async function quarantine(
  files: FileSystem,
  directory: string,
  segment: number,
  bytes: Buffer,
  offset: number,
  log: Logger,
): Promise<void> {
  const folder = join(directory, FOLDER)
  await files.makeDirectory(folder)
  const path = join(folder, `segment-${segment}-at-${offset}.bin`)
  await files.replace(path, bytes)
  log.error(
    { segment, offset, bytes: bytes.length, path },
    'spool: damaged bytes set aside; rows in them are lost',
  )
}

/** Removes what was set aside before a moment, milliseconds since 1970. */
export async function removeQuarantined(files: FileSystem, directory: string, before: number): Promise<void> {
  if (!(await files.list(directory)).includes(FOLDER)) return
  const folder = join(directory, FOLDER)
  for (const name of await files.list(folder)) {
    const path = join(folder, name)
    if ((await files.status(path)).lastWriteAt < before) await files.remove(path)
  }
}
