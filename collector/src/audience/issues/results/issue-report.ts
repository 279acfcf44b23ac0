import {
  ISSUE_FIGURES,
  type IssueCounts,
  type IssueReport,
  perEmail,
} from '@half-measure/shared/audience/issue-report.ts'
import { csv } from '@half-measure/shared/csv.ts'
import { fileHeader } from '@half-measure/shared/stats/definitions.ts'
import type { Db } from '../../../database/schema/database.ts'
import { issueNotSent } from '../../errors.ts'
import type { IssueRow } from '../issues.ts'
import { readCounts, readLinks } from './issue-counts.ts'
import { readScorecard, type ScorecardSources } from './scorecard.ts'

/** @throws {ApiError} 409 `issue_not_sent` before sending begins. */
export async function readReport(
  sources: ScorecardSources,
  { id, started_at }: Pick<IssueRow, 'id' | 'started_at'>,
): Promise<IssueReport> {
  if (started_at === null) throw issueNotSent()
  const [counts, links, scorecard] = await Promise.all([
    readCounts(sources.db, [id]).then((of) => of.get(id)),
    readLinks(sources.db, id),
    readScorecard(sources, { id, started_at }),
  ])
  if (!counts) throw new Error('an issue has no counts')
  return { counts, links, scorecard }
}

/** Results of all issues, newest first, as CSV. */
export async function resultsCsv(db: Db): Promise<string> {
  const issues = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'subject', 'started_at'])
    .where('started_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .execute()
  const counts = await readCounts(
    db,
    issues.map(({ id }) => id),
  )
  return csv(
    ['sent_at', 'subject', ...COLUMNS.map(([header]) => header)],
    issues.map(({ id, subject, started_at }) => {
      const of = counts.get(id)
      const figures = COLUMNS.map(([, valueOf]) => (of ? (valueOf(of) ?? '') : ''))
      return [started_at?.toISOString() ?? '', subject, ...figures.map(String)]
    }),
  )
}

type Column = readonly [header: string, valueOf: (counts: IssueCounts) => number | null]

const COLUMNS: readonly Column[] = [
  ['delivered', ({ delivered }) => delivered],
  ['counting_opens', ({ counting_opens }) => counting_opens],
  ['opens', ({ opens }) => opens],
  ['clicks', ({ clicks }) => clicks],
  ['unsubscribes', ({ unsubscribes }) => unsubscribes],
  [
    fileHeader(ISSUE_FIGURES.open_rate),
    ({ opens, counting_opens }) => opens && perEmail(opens, counting_opens),
  ],
  [fileHeader(ISSUE_FIGURES.click_rate), ({ clicks, delivered }) => perEmail(clicks, delivered)],
  [
    fileHeader(ISSUE_FIGURES.unsubscribe_rate),
    ({ unsubscribes, delivered }) => perEmail(unsubscribes, delivered),
  ],
]
