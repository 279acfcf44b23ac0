import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../src/database/schema/database.ts'

/** Resolves when so many transactions of the database wait for another; on a server only. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql`
          select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
        return rows.length
      },
      { timeout: 60_000 },
    )
    .toBe(count)
}

/**
 * Begins changes one after the other, each of which waits: the first for locked rows, the next for these or for the
 * first. Then it lets them run.
 */
export async function meetAtLock(
  db: Db,
  lock: (trx: Db) => Promise<unknown>,
  changes: readonly (() => Promise<unknown>)[],
): Promise<PromiseSettledResult<unknown>[]> {
  const begun: Promise<PromiseSettledResult<unknown>[]>[] = []
  await db.transaction().execute(async (trx) => {
    await lock(trx)
    for (const change of changes) {
      // At once: a refusal may come before the transaction has ended.
      begun.push(Promise.allSettled([change()]))
      await untilWaiting(db, begun.length)
    }
  })
  return (await Promise.all(begun)).flat()
}
