import { join } from 'node:path'
import { append } from '../../../src/spool/testing/append.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import type { RowBlock } from '../../../src/spool/row-block.ts'
import { Ledger } from '../../../src/reconciliation/ledger.ts'
import { Spool } from '../../../src/spool/spool.ts'
import { acceptedBy } from './raw-rows.ts'

/** Leaves a data directory as a process does that acknowledged these rows as one batch and had no time to insert it. */
export async function fillSpool(dataDir: string, blocks: readonly RowBlock[]): Promise<void> {
  const { collectorId } = await Ledger.open(join(dataDir, 'ledger'))
  const spool = await Spool.open({
    directory: join(dataDir, 'spool'),
    maxBytes: 64 * 1024 * 1024,
    retentionHours: 24,
    log: createLogger('silent'),
  })
  const accepted = blocks.map(({ table, rows }) => ({ table, rows: acceptedBy(collectorId, rows) }))
  await append(spool, accepted, { received: accepted.reduce((sum, { rows }) => sum + rows.length, 0) })
  await spool.close()
}

/** The same, of page views. */
export function fillWithViews(dataDir: string, rows: readonly string[]): Promise<void> {
  return fillSpool(dataDir, [{ table: 'page_views', rows }])
}
