import { DEFAULT_GOALS, Goals, goalTexts } from '@half-measure/shared/stats/goals.ts'
import type { Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'

/** What counts as a goal, from Settings or by default. Read for every query, so a change applies to the next one. */
export async function readGoals(db: Db): Promise<Goals> {
  const row = await db.selectFrom('goal_settings').select('goals').executeTakeFirst()
  return row ? Goals.parse(row.goals) : DEFAULT_GOALS
}

/** @param by account of the administrator. */
export async function changeGoals(db: Db, goals: Goals, by: string, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = { goals: JSON.stringify(goals), changed_at: at }
    await trx
      .insertInto('goal_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    await recordAudit(trx, at, null, { event: 'goals_changed', details: { by, goals: goalTexts(goals) } })
  })
}
