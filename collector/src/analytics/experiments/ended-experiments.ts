import type { EndedExperiment, ExperimentEnding } from '@half-measure/shared/stats/experiments-ending.ts'
import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import type { Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'

/** The one that ended last first. */
export async function listEnded(db: Db): Promise<EndedExperiment[]> {
  const rows = await fromEnded(db).orderBy('ended_at', 'desc').orderBy('test').execute()
  return rows.map(described)
}

export async function findEnded(db: Db, test: string): Promise<EndedExperiment | undefined> {
  const row = await fromEnded(db).where('test', '=', test).executeTakeFirst()
  return row && described(row)
}

/** The result that a test had when it ended; undefined while it runs. */
export async function findKeptResult(db: Db, test: string): Promise<ExperimentResult | undefined> {
  const row = await db
    .selectFrom('ended_experiments')
    .select('result')
    .where('test', '=', test)
    .executeTakeFirst()
  return row && ExperimentResult.parse(row.result)
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

interface Archiving {
  readonly test: string
  readonly archived: boolean
  /** Account of the administrator. */
  readonly by: string
  readonly at: Date
}

/** Nothing happens to a test that runs, or that is archived already. */
export async function archiveExperiment(db: Db, { test, archived, by, at }: Archiving): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('ended_experiments')
      .set({ archived })
      .where('test', '=', test)
      .where('archived', '!=', archived)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const event = archived ? 'experiment_archived' : 'experiment_restored'
    await recordAudit(trx, at, null, { event, details: { by, test } })
  })
}

function fromEnded(db: Db) {
  return db
    .selectFrom('ended_experiments')
    .leftJoin('users', 'users.id', 'ended_by')
    .select(['test', 'variant', 'note', 'ended_at', 'archived', 'users.email as by'])
}

function described({
  ended_at,
  ...row
}: Omit<EndedExperiment, 'ended_at'> & { readonly ended_at: Date }): EndedExperiment {
  return { ...row, ended_at: ended_at.toISOString() }
}
