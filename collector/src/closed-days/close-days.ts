import { randomInt } from 'node:crypto'
import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQueryForOne } from '../clickhouse/query.ts'
import { closableDays } from './closable-days.ts'
import { closeDay } from './close-day.ts'
import { databaseTime, knownDays } from './known-days.ts'

export interface CloseOptions {
  /** An insert that began so long ago has ended, one way or the other; seconds. */
  readonly settleSeconds?: number
  /** Asked between two days. */
  readonly isStopped?: () => boolean
}

const SETTLE_S = 600

/** Adds up every day that is over and has no sums, or old ones. @returns how many days. */
export async function closeDays(
  client: ClickHouseClient,
  { settleSeconds = SETTLE_S, isStopped = () => false }: CloseOptions = {},
): Promise<number> {
  const settled = (await databaseTime(client)) - settleSeconds
  const days = closableDays(await knownDays(client), settled)
  let closed = 0
  for (const day of days) {
    if (isStopped()) break
    await closeDay(client, { day: dateOf(day), completeUntil: settled }, newVersion())
    closed += 1
  }
  await removeOldVersions(client, settleSeconds)
  return closed
}

/** Grows with time; two collectors that close a day at once hardly take the same. A number that JSON can hold. */
function newVersion(): number {
  return Date.now() * 1_000 + randomInt(1_000)
}

function dateOf(day: number): string {
  return new Date(day * 1_000).toISOString().slice(0, 10)
}

/** A question that is being asked may still go by the version before. */
async function removeOldVersions(client: ClickHouseClient, settleSeconds: number): Promise<void> {
  const before = (Date.now() - settleSeconds * 1_000) * 1_000
  const isOld = `version < ${before} AND version NOT IN (SELECT argMax(version, version) FROM analytics.closed_days GROUP BY day)`
  for (const table of ['closed_sums', 'closed_visits_1h']) {
    const { rows } = await runQueryForOne(client, {
      name: 'rows of old versions',
      sql: `SELECT count() AS rows FROM analytics.${table} WHERE ${isOld}`,
      row: z.object({ rows: z.coerce.number() }),
    })
    if (rows === 0) continue
    await client.command({
      query: `ALTER TABLE analytics.${table} DELETE WHERE ${isOld}
        SETTINGS mutations_sync = 2, allow_nondeterministic_mutations = 1`,
    })
  }
}
