import type {
  EndedExperiment,
  ExperimentChange,
  ExperimentEnding,
} from '@half-measure/shared/stats/experiments-ending.ts'
import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import type { Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'

/** Ended tests, latest first. */
export async function listEnded(db: Db): Promise<EndedExperiment[]> {
  const rows = await fromEnded(db).orderBy('ended_at', 'desc').orderBy('test').execute()
  return rows.map(toEndedExperiment)
}

export async function findEnded(db: Db, test: string): Promise<EndedExperiment | undefined> {
  const row = await fromEnded(db).where('test', '=', test).executeTakeFirst()
  return row && toEndedExperiment(row)
}

/** The result that a test had when it ended; undefined while it runs. */
export async function findSavedResult(db: Db, test: string): Promise<ExperimentResult | undefined> {
  const row = await db
    .selectFrom('ended_experiments')
    .select(['result', 'variant', 'ended_at'])
    .where('test', '=', test)
    .executeTakeFirst()
  if (!row) return undefined
  const { variant, ended_at } = row
  return { ...ExperimentResult.parse(row.result), ended: { at: ended_at.toISOString(), variant } }
}

interface Ending extends ExperimentEnding {
  readonly result: ExperimentResult
  /** Account of the administrator. */
  readonly by: string
  readonly at: Date
}

/** @returns whether the test was running until now. */
export async function endExperiment(db: Db, { result, variant, note, by, at }: Ending): Promise<boolean> {
  const { test } = result
  return db.transaction().execute(async (trx) => {
    const row = { test, variant, note, ended_at: at, ended_by: by, result: JSON.stringify(result) }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('ended_experiments')
      .values(row)
      .onConflict((conflict) => conflict.column('test').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await recordAudit(trx, at, null, { event: 'experiment_ended', details: { by, test, variant } })
    return true
  })
}

interface Change extends ExperimentChange {
  readonly test: string
  /** Account of the administrator. */
  readonly by: string
  readonly at: Date
}

/** Does nothing if the test still runs or nothing changes. */
export async function changeEnded(db: Db, { test, variant, archived, by, at }: Change): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('ended_experiments')
      .select(['variant', 'archived'])
      .where('test', '=', test)
      .forUpdate()
      .executeTakeFirst()
    if (!before) return
    const after = { variant: variant ?? before.variant, archived: archived ?? before.archived }
    await trx.updateTable('ended_experiments').set(after).where('test', '=', test).execute()
    if (after.variant !== before.variant) {
      const details = { by, test, variant: after.variant }
      await recordAudit(trx, at, null, { event: 'experiment_variant_changed', details })
    }
    if (after.archived !== before.archived) {
      const event = after.archived ? 'experiment_archived' : 'experiment_restored'
      await recordAudit(trx, at, null, { event, details: { by, test } })
    }
  })
}

function fromEnded(db: Db) {
  return db
    .selectFrom('ended_experiments')
    .leftJoin('users', 'users.id', 'ended_by')
    .select(['test', 'variant', 'note', 'ended_at', 'archived', 'users.email as by'])
}

function toEndedExperiment({
  ended_at,
  ...row
}: Omit<EndedExperiment, 'ended_at'> & { readonly ended_at: Date }): EndedExperiment {
  return { ...row, ended_at: ended_at.toISOString() }
}
