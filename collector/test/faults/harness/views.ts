import { expect } from 'vitest'
import type { TestLog } from './event-log.ts'
import { expectReconciled } from './oracle.ts'
import { eventIdOf } from './raw-rows.ts'
import { queryRows } from './stored-rows.ts'

/** The page views in the table are these and no others, once each; the delivery report adds up. */
export async function expectViews(log: TestLog, rows: readonly string[], deadLetters = 0): Promise<void> {
  const stored = await queryRows<{ event_id: string }>(
    log.clickhouse.reader,
    'SELECT event_id FROM analytics.page_views',
  )
  expect(stored.map(({ event_id }) => event_id).toSorted()).toEqual(rows.map(eventIdOf).toSorted())
  expect(await log.delivery()).toMatchObject({
    accepted: rows.length + deadLetters,
    stored: rows.length,
    dead_letters: deadLetters,
    pending: 0,
  })
  expectReconciled(await log.reconcile())
}
