import type { ClickHouseClient } from '@clickhouse/client'
import { z } from 'zod'
import { runQuery } from './query.ts'
import { ROLLUP_COMPARISONS } from './rollup-comparisons.ts'
import type { RawFilter, Rollup } from './rollups.ts'

/** How a rollup, or its rows of one label, compares with the raw rows. */
export interface Compared {
  readonly label: string
  /** Hours or days that either side has. */
  readonly times: number
  /** Those on which the two sides differ, seconds since 1970. */
  readonly differing: readonly number[]
}

const Row = z.object({ label: z.string(), times: z.coerce.number(), differing: z.array(z.coerce.number()) })

/**
 * Compares a rollup with the raw rows that it stands for.
 *
 * @param rolled which of its rows: a condition on `hour` or `day`.
 * @param raw the same of the raw rows, on `created_at`.
 */
export async function compareRollup(
  client: ClickHouseClient,
  rollup: Rollup,
  rolled: string,
  raw: string,
  filter: RawFilter,
): Promise<Compared[]> {
  const comparison = ROLLUP_COMPARISONS.find((candidate) => candidate.rollup === rollup)
  if (!comparison) throw new Error(`nobody has written down what ${rollup} has to say`)
  return runQuery(client, {
    name: 'a rollup and its raw rows',
    sql: `SELECT label, count() AS times, groupArrayIf(at, left != right) AS differing FROM (
      SELECT at, label, sum(l) AS left, sum(r) AS right FROM (
        SELECT at, label, digest AS l, toUInt64(0) AS r FROM (${comparison.rolled(rolled)})
        UNION ALL SELECT at, label, toUInt64(0), digest FROM (${comparison.raw(raw, filter)})
      ) GROUP BY at, label
    ) GROUP BY label`,
    params: filter.params,
    row: Row,
  })
}
