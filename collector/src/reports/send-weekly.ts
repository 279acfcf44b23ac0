import { sql, type Kysely } from 'kysely'
import { mailOf } from '../mail/letter.ts'
import { putMail } from '../mail/outbox.ts'
import type { Database } from '../database/schema/database.ts'
import type { WeeklyFigures } from './report-figures.ts'
import type { ReportWeek } from './report-week.ts'
import { weeklyLetter } from './weekly-letter.ts'

interface Recipient {
  readonly id: string
  readonly email: string
}

/** Administrators who want the week's letter and have not had that of this week. */
export function awaitingWeek(db: Kysely<Database>, { monday }: ReportWeek): Promise<Recipient[]> {
  return db
    .selectFrom('report_settings')
    .innerJoin('users', 'users.id', 'report_settings.user_id')
    .innerJoin('admin_profiles', 'admin_profiles.user_id', 'users.id')
    .leftJoin('weekly_reports', (join) =>
      join
        .onRef('weekly_reports.user_id', '=', 'users.id')
        .on('weekly_reports.week', '=', sql<string>`${monday}::date`),
    )
    .select(['users.id', 'users.email'])
    .where('weekly', '=', true)
    .where('weekly_reports.user_id', 'is', null)
    .execute()
}

/**
 * Puts the letter into the outbox. That a week was reported is written down with its mail, both or neither: however
 * many collectors try, and whenever one dies, each administrator gets it once.
 */
export async function sendWeek(
  db: Kysely<Database>,
  { id, email }: Recipient,
  figures: WeeklyFigures,
  { dashboard, at }: { dashboard: string; at: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const mark = await trx
      .insertInto('weekly_reports')
      .values({ user_id: id, week: figures.week.monday, sent_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (!mark) return
    await putMail(trx, mailOf(weeklyLetter(figures, dashboard), { kind: 'weekly-report', to: email }), at)
  })
}
