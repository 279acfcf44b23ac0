import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import type { LogFigures } from '../../reconciliation/delivery-report.ts'
import type { Cursor } from '../../spool/cursor.ts'
import type { Context } from '../../stack/context.ts'
import { shardDirectory } from '../../stack/open-shard.ts'
import type { WriteMember } from './archive.ts'

/** Folders of the data directory that are copied as they are. Embedded stores are backed up separately. */
const COPIED_FOLDERS = ['ledger', 'keys', 'outbox'] as const

/** The copied folders, including those of each shard. */
export function copiedFolders(dataDir: string, shards: number): string[] {
  const ofShards = Array.from({ length: shards }, (_, i) =>
    relative(dataDir, join(shardDirectory(dataDir, i), 'dead-letters')),
  )
  return [...COPIED_FOLDERS, ...ofShards]
}

/** What the logs of all shards hold at one moment. */
export interface LogSnapshot {
  readonly logs: readonly {
    readonly segments: readonly { readonly path: string; readonly number: number; readonly bytes: number }[]
    readonly cursor: Cursor
  }[]
  readonly figures: LogFigures
}

/**
 * The logs as a crash at this moment would leave them, with their figures of the same moment. Run it while nothing is
 * being inserted; events may go on arriving.
 */
export async function snapshotLog({ events }: Context): Promise<LogSnapshot> {
  // After a turn of the event loop no append is between its bytes and its count.
  await new Promise(setImmediate)
  const { shards, spool } = events
  return {
    logs: shards.map((shard) => ({
      segments: shard.spool.segments.map(({ path, number, bytes }) => ({ path, number, bytes })),
      cursor: structuredClone(shard.spool.cursor),
    })),
    figures: { totals: spool.totals, pendingRows: spool.pendingRows, cursor: spool.cursor },
  }
}

/** Writes the logs, the dead letters, the ledger, keys and mail. */
export async function backUpFiles(dataDir: string, { logs }: LogSnapshot, write: WriteMember): Promise<void> {
  for (const [i, { segments, cursor }] of logs.entries()) {
    const into = join('data', relative(dataDir, shardDirectory(dataDir, i)), 'spool')
    await write(join(into, 'cursor.json.zst'), JSON.stringify(cursor))
    for (const { path, number, bytes } of segments) {
      const found = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        // It was kept for replay only, and has been deleted meanwhile.
        if (error.code === 'ENOENT' && number < cursor.segment) return undefined
        throw error
      })
      if (found) await write(join(into, `${basename(path)}.zst`), found.subarray(0, bytes))
    }
  }
  for (const name of copiedFolders(dataDir, logs.length)) {
    const files = await readdir(join(dataDir, name)).catch(() => [])
    for (const file of files) {
      const path = join(dataDir, name, file)
      if (file.endsWith('.new') || file.endsWith('.unfinished') || !(await stat(path)).isFile()) continue
      await write(`data/${name}/${file}.zst`, await readFile(path))
    }
  }
}
