import type { Spool } from '../spool.ts'
import { noTotals } from '../totals.ts'
import { pageViews } from './rows.ts'

/** Appends of one event each, all at once. */
export function appendAll(spool: Spool, events: readonly number[]): Promise<void[]> {
  return Promise.all(events.map((n) => spool.append(pageViews(n), noTotals())))
}
