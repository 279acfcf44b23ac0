import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { LogFigures } from '../../reconciliation/delivery-report.ts'
import type { Context } from '../../stack/context.ts'
import { writeMember } from './archive.ts'

/** Folders of the data directory that are copied as they are. Those of embedded stores have a way of their own. */
export const COPIED_FOLDERS = ['ledger', 'dead-letters', 'keys', 'outbox'] as const

/** What the log holds at one moment. */
export interface LogSnapshot {
  readonly segments: readonly { readonly path: string; readonly number: number; readonly bytes: number }[]
  readonly figures: LogFigures
}

/**
 * The log as a crash at this moment would leave it, with its figures of the same moment. Run it while nothing is being
 * inserted; events may go on arriving.
 */
export async function snapshotLog({ events }: Context): Promise<LogSnapshot> {
  // After a turn of the event loop no append is between its bytes and its count.
  await new Promise(setImmediate)
  const { spool } = events
  return {
    segments: spool.segments.map(({ path, number, bytes }) => ({ path, number, bytes })),
    figures: {
      totals: structuredClone(spool.totals),
      pendingRows: spool.pendingRows,
      cursor: structuredClone(spool.cursor),
    },
  }
}

/** Writes the log, the dead letters, the ledger, keys and mail. */
export async function backUpFiles(
  dataDir: string,
  { segments, figures }: LogSnapshot,
  folder: string,
): Promise<void> {
  await writeMember(folder, 'data/spool/cursor.json.zst', JSON.stringify(figures.cursor))
  const firstNeeded = figures.cursor.segment
  for (const { path, number, bytes } of segments) {
    const found = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      // Kept for replay only, and let go of meanwhile.
      if (error.code === 'ENOENT' && number < firstNeeded) return undefined
      throw error
    })
    if (found) await writeMember(folder, `data/spool/${basename(path)}.zst`, found.subarray(0, bytes))
  }
  for (const name of COPIED_FOLDERS) {
    const files = await readdir(join(dataDir, name)).catch(() => [])
    for (const file of files) {
      const path = join(dataDir, name, file)
      if (file.endsWith('.new') || file.endsWith('.unfinished') || !(await stat(path)).isFile()) continue
      await writeMember(folder, `data/${name}/${file}.zst`, await readFile(path))
    }
  }
}
