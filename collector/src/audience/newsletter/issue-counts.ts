import { HOURS_COUNTED } from '@half-measure/shared/audience/issue-report.ts'
import type { Insertable } from 'kysely'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import type { NewsletterIssueCountsTable } from '../../database/schema/audience-tables.ts'
import type { Db } from '../../database/schema/database.ts'

export type IssueCount = Insertable<NewsletterIssueCountsTable>

/** Whole hours since sending began; everything after the first week counts as one hour. */
export function hourOf(startedAt: Date, at: Date): number {
  const hours = Math.floor((at.getTime() - startedAt.getTime()) / HOUR_MS)
  return Math.min(Math.max(hours, 0), HOURS_COUNTED)
}

/** Adds to the stored counts. Two rows must not share a key. */
export async function addCounts(db: Db, counts: readonly IssueCount[]): Promise<void> {
  if (counts.length === 0) return
  await db
    .insertInto('newsletter_issue_counts')
    .values(counts)
    .onConflict((conflict) =>
      conflict.columns(['issue_id', 'kind', 'link', 'hour']).doUpdateSet((eb) => ({
        count: eb('newsletter_issue_counts.count', '+', eb.ref('excluded.count')),
      })),
    )
    .execute()
}
