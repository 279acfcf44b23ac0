import { join } from 'node:path'
import { createLogger } from '../../../src/platform/logger.ts'
import type { RowBlock } from '../../../src/spool/row-block.ts'
import { Spool } from '../../../src/spool/spool.ts'
import { arrivalOf } from '../../../src/spool/testing/totals.ts'

/** Leaves a data directory as a process does that acknowledged these rows as one batch and had no time to insert it. */
export async function fillSpool(dataDir: string, blocks: readonly RowBlock[]): Promise<void> {
  const spool = await Spool.open({
    directory: join(dataDir, 'spool'),
    maxBytes: 64 * 1024 * 1024,
    retentionHours: 24,
    log: createLogger('silent'),
  })
  await spool.append(blocks, arrivalOf(blocks.reduce((sum, { rows }) => sum + rows.length, 0)))
  await spool.close()
}

/** The same, of page views. */
export function fillWithViews(dataDir: string, rows: readonly string[]): Promise<void> {
  return fillSpool(dataDir, [{ table: 'page_views', rows }])
}
