import {
  COMPARED_ISSUES,
  HOURS_COUNTED,
  ISSUE_FIGURES,
  type IssueCounts,
  IssueFigure,
  type IssueScorecard,
  MIN_COMPARED_ISSUES,
  perEmail,
} from '@half-measure/shared/audience/issue-report.ts'
import { issueCampaign } from '@half-measure/shared/domain/issue-campaign.ts'
import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { Figures, StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import { median } from '@half-measure/shared/stats/median.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import type { Db } from '../../../database/schema/database.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { readCounts } from './issue-counts.ts'

interface StartedIssue {
  readonly id: string
  readonly started_at: Date
}

/** An issue's first hours. `sessions` is null if the query fails. */
export interface IssueFigures {
  readonly counts: IssueCounts
  readonly sessions: Figures | null
}

export interface ScorecardSources {
  readonly db: Db
  readonly now: () => Date
  readonly runStatsQuery: (query: StatsQuery) => Promise<StatsResult>
}

/** Compares an issue with earlier ones, each over as many hours as have passed since this one. */
export async function readScorecard(
  { db, now, runStatsQuery }: ScorecardSources,
  issue: StartedIssue,
): Promise<IssueScorecard> {
  const age = Math.floor((now().getTime() - issue.started_at.getTime()) / HOUR_MS)
  const hours = Math.min(Math.max(age, 0), HOURS_COUNTED)
  const earlier = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'started_at'])
    .where('state', '=', 'sent')
    .where('started_at', '<', issue.started_at)
    .$narrowType<StartedIssue>()
    .orderBy('started_at', 'desc')
    .limit(COMPARED_ISSUES)
    .execute()
  const issues = [issue, ...earlier]
  const counts = await readCounts(
    db,
    issues.map(({ id }) => id),
    hours,
  )
  const issueFigures: IssueFigures[] = []
  for (const each of issues) {
    const count = counts.get(each.id)
    if (count) issueFigures.push({ counts: count, sessions: await sessionsOf(runStatsQuery, each, hours) })
  }
  const [own, ...others] = issueFigures
  if (!own) throw new Error('the issue itself has no counts')
  return scorecardOf(own, others, hours)
}

/** Medians use only issues that have the figure, and are left out if too few remain. */
export function scorecardOf(
  own: IssueFigures,
  others: readonly IssueFigures[],
  hours: number,
): IssueScorecard {
  return {
    hours,
    compared: others.length,
    figures: IssueFigure.options.map((name) => {
      const values = others.flatMap((issueFigures) => figureOf(issueFigures, name) ?? [])
      return {
        name,
        value: hours === 0 ? null : figureOf(own, name),
        compared: values.length,
        median: values.length < MIN_COMPARED_ISSUES ? null : rounded(median(values), name),
      }
    }),
  }
}

function figureOf({ counts, sessions }: IssueFigures, name: IssueFigure): number | null {
  switch (name) {
    case 'open_rate':
      return counts.opens === null ? null : perEmail(counts.opens, counts.counting_opens)
    case 'click_rate':
      return perEmail(counts.clicks, counts.delivered)
    case 'unsubscribe_rate':
      return perEmail(counts.unsubscribes, counts.delivered)
    case 'session_rate':
      return sessions && perEmail(sessions.sessions ?? 0, counts.delivered)
    default:
      return sessions?.[name] ?? null
  }
}

/** The median of two values may have an extra digit. */
function rounded(value: number, name: IssueFigure): number {
  const precision = ISSUE_FIGURES[name].unit === 'percent' ? 10 : 100
  return Math.round(value * precision) / precision
}

/**
 * Figures of the sessions that the issue's links began, and of later sessions in their tabs that name no other
 * source; null before the first full hour, or if the query fails.
 */
async function sessionsOf(
  runStatsQuery: ScorecardSources['runStatsQuery'],
  { id, started_at: startedAt }: StartedIssue,
  hours: number,
): Promise<Figures | null> {
  if (hours === 0) return null
  const query = StatsQuery.parse({
    range: {
      from: startedAt.toISOString(),
      to: new Date(startedAt.getTime() + hours * HOUR_MS).toISOString(),
    },
    metrics: ['sessions', 'views_per_session', 'engaged_time', 'median_engaged_time', 'conversion_rate'],
    filters: [{ operator: 'is', dimension: 'utm_campaign', values: [issueCampaign(id, startedAt)] }],
  })
  try {
    return (await runStatsQuery(query)).totals.figures
  } catch (error) {
    if (error instanceof ApiError && error.status === 503) return null
    throw error
  }
}
