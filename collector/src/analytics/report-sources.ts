import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Goals } from '@half-measure/shared/stats/goals.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { SessionQuery } from './engine/session-query.ts'
import type { QueryRows } from './query-runner.ts'

/** Sources of figures about sessions. */
export interface ReportSources {
  readonly queryRows: QueryRows
  /** The sessions of a range, finished and open, to select from. */
  readonly sessionsIn: (
    range: Pick<StatsRange, 'from' | 'to' | 'bots'>,
    signal?: AbortSignal,
  ) => Promise<SessionQuery>
  /** What counts as a goal, right now. */
  readonly goals: () => Promise<Goals>
  /** Published articles, which define categories and authors. Empty if the site was not built. */
  readonly articles: readonly ListedArticle[]
  /** When counting began, milliseconds since 1970; undefined where nothing was counted yet. */
  readonly countedSince: () => Promise<number | undefined>
}
