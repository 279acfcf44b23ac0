import { sql } from 'kysely'
import type { Db } from '../../database/schema/database.ts'
import { renderEmail } from '../../email/email.ts'
import type { Outbox } from '../../email/outbox.ts'
import type { Logger } from '../../platform/logger.ts'
import { type ReportWeek, reportWeek } from './report-week.ts'
import { weeklyEmail } from './weekly-email.ts'
import { type ReportSources, type WeeklyFigures, weeklyFigures } from './weekly-figures.ts'

interface Recipient {
  readonly id: string
  readonly email: string
}

interface SendOptions {
  readonly outbox: Outbox
  readonly log: Logger
  /** Its origin. */
  readonly dashboard: string
  readonly at: Date
}

/** Sends the report of the week, if it is due and its figures are there, to those who have not received it. */
export async function sendDueReports(db: Db, sources: ReportSources, options: SendOptions): Promise<void> {
  const week = reportWeek(options.at)
  const recipients = week ? await pendingRecipients(db, week) : []
  if (!week || recipients.length === 0) return
  const figures = await weeklyFigures(sources, week)
  if (!figures) {
    options.log.debug('the weekly report waits until the events of its week are loaded')
    return
  }
  for (const recipient of recipients) await sendWeekly(db, recipient, figures, options)
}

/** Administrators who want the weekly report and have not received this week's. */
export function pendingRecipients(db: Db, { monday }: ReportWeek): Promise<Recipient[]> {
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

/** Queues the report and records it in one transaction, so that each administrator receives it once. */
export async function sendWeekly(
  db: Db,
  { id, email }: Recipient,
  figures: WeeklyFigures,
  { outbox, dashboard, at }: Omit<SendOptions, 'log'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const recorded = await trx
      .insertInto('weekly_reports')
      .values({ user_id: id, week: figures.week.monday, sent_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (!recorded) return
    const content = weeklyEmail(figures, dashboard)
    await outbox.queue(trx, renderEmail(content, { kind: 'weekly-report', to: email }), at)
  })
}
