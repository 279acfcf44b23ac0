import { DEFAULT_GOALS, Goals, goalTexts, type SavedGoals } from '@half-measure/shared/stats/goals.ts'
import type { ClockedDb, Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { ApiError } from '../../platform/api-error.ts'

/** What counts as a goal, from Settings or by default. Read for every query, so a change applies to the next one. */
export async function readGoals(db: Db): Promise<SavedGoals> {
  const row = await db.selectFrom('goal_settings').select(['goals', 'changed_at']).executeTakeFirst()
  if (!row) return { ...DEFAULT_GOALS, changed_at: null }
  return { ...Goals.parse(row.goals), changed_at: row.changed_at.toISOString() }
}

/**
 * Changes all goals, if they are still those that the editor saw.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 409 `goals_changed`.
 */
export async function changeGoals(
  { db, now }: ClockedDb,
  { changed_at: seen, ...goals }: SavedGoals,
  by: string,
): Promise<SavedGoals> {
  const at = now()
  // Later than the change before, whatever the clock says: it tells the two apart.
  const changed_at = new Date(seen === null ? at : Math.max(at.getTime(), Date.parse(seen) + 1))
  const row = { goals: JSON.stringify(goals), changed_at }
  return db.transaction().execute(async (trx) => {
    const change =
      seen === null
        ? trx
            .insertInto('goal_settings')
            .values(row)
            .onConflict((conflict) => conflict.doNothing())
            .returning('id')
        : trx.updateTable('goal_settings').set(row).where('changed_at', '=', new Date(seen)).returning('id')
    if (!(await change.executeTakeFirst()))
      throw new ApiError(
        409,
        'goals_changed',
        'Somebody else changed the goals meanwhile, so your change was not saved. Look at the goals as they are now, and make it again.',
      )
    await recordAudit(trx, at, null, { event: 'goals_changed', details: { by, goals: goalTexts(goals) } })
    return { ...goals, changed_at: changed_at.toISOString() }
  })
}
