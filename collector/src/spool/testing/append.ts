import type { RowBlock } from '../row-block.ts'
import type { Spool } from '../spool.ts'
import { noTotals, type Totals } from '../totals.ts'
import { pageViews } from './rows.ts'

/** Resolves when all of it is synced; rejects with the refusal. @param tally what is not zero of it. */
export function append(
  { groupCommit }: Pick<Spool, 'groupCommit'>,
  blocks: readonly RowBlock[],
  tally: Partial<Totals> = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    groupCommit.append(blocks, { ...noTotals(), ...tally }, (error) => (error ? reject(error) : resolve()))
  })
}

/** Appends of one event each, all at once. */
export function appendAll(spool: Spool, events: readonly number[]): Promise<void[]> {
  return Promise.all(events.map((n) => append(spool, pageViews(n))))
}
