import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQueryForOne } from './query.ts'
import { ROLLUP_COMPARISONS } from './rollup-comparisons.ts'
import type { RawFilter, Rollup } from './rollup-comparisons.ts'

/** How a rollup compares with the raw rows. */
export interface Compared {
  /** Hours that either side has. */
  readonly hours: number
  /** Those in which the two sides differ, seconds since 1970. */
  readonly differing: readonly number[]
}

const Row = z.object({ hours: z.coerce.number(), differing: z.array(z.coerce.number()) })

/**
 * Compares a rollup with the raw rows that it stands for.
 *
 * @param rolled which of its rows: a condition on `hour`.
 * @param raw the same of the raw rows, on `created_at`.
 */
export async function compareRollup(
  client: ClickHouseClient,
  rollup: Rollup,
  rolled: string,
  raw: string,
  filter: RawFilter,
): Promise<Compared> {
  const comparison = ROLLUP_COMPARISONS.find((candidate) => candidate.rollup === rollup)
  if (!comparison) throw new Error(`nobody has written down what ${rollup} has to say`)
  return runQueryForOne(client, {
    name: 'a rollup and its raw rows',
    sql: `SELECT count() AS hours, groupArrayIf(at, left != right) AS differing FROM (
      SELECT at, sum(l) AS left, sum(r) AS right FROM (
        SELECT at, digest AS l, toUInt64(0) AS r FROM (${comparison.rolled(rolled)})
        UNION ALL SELECT at, toUInt64(0), digest FROM (${comparison.raw(raw, filter)})
      ) GROUP BY at
    )`,
    params: filter.params,
    row: Row,
  })
}
