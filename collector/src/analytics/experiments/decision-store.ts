import type { Variant } from '@half-measure/shared/domain/experiments.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/schema/database.ts'
import type { Decision } from './judge.ts'

/** A test's decisions so far, in the order of its variants. */
export async function readDecisions(
  db: Db,
  test: string,
  variants: readonly Variant[],
): Promise<(Decision | null)[]> {
  const rows = await db
    .selectFrom('experiment_decisions')
    .select(['variant', 'kind', sql<string>`since::text`.as('since'), 'sentence'])
    .where('test', '=', test)
    .execute()
  return variants.map(({ name }) => {
    const row = rows.find(({ variant }) => variant === name)
    return row ? { kind: row.kind, since: row.since, sentence: row.sentence } : null
  })
}

/** Records the decisions of a result. The first decision on a variant stays. */
export async function recordDecisions(db: Db, { test, variants }: ExperimentResult): Promise<void> {
  const decisions = variants.flatMap(({ variant, verdict }) => {
    if (!verdict || verdict.since === null) return []
    const { kind, since, sentence } = verdict
    return kind === 'keep' || kind === 'stop' || kind === 'no_difference'
      ? [{ test, variant, kind, since, sentence }]
      : []
  })
  if (decisions.length === 0) return
  await db
    .insertInto('experiment_decisions')
    .values(decisions)
    .onConflict((conflict) => conflict.columns(['test', 'variant']).doNothing())
    .execute()
}
