import type { StatsResult } from '@half-measure/shared/stats/engine/stats-result.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { Db } from '../database/schema/database.ts'
import type { Logger } from '../platform/logger.ts'
import { repeat } from '../platform/repeat.ts'
import { checkAlerts } from './alerts/check-alerts.ts'
import type { MetricSources } from './alerts/measure-alert.ts'
import type { NoticeContext } from './alerts/notice.ts'
import type { NoticeChannels } from './alerts/send-notice.ts'
import { deliverPosts } from './alerts/webhooks.ts'
import { sendDueReports } from './weekly-report/send-weekly.ts'
import type { ReadCoverage } from './weekly-report/weekly-figures.ts'

const INTERVAL_MS = 60_000
/** Interval between two checks of one rule. */
const ALERT_INTERVAL_MS = 5 * 60_000

export interface ReportOptions extends Omit<NoticeContext, 'at'>, NoticeChannels {
  readonly db: Db
  /** Whether the database can be used. */
  readonly isReady: () => boolean
  readonly runStatsQuery: (
    query: StatsQuery,
    signal: AbortSignal,
    minSessions?: number,
  ) => Promise<StatsResult>
  readonly delivery: MetricSources['delivery']
  readonly coverage: ReadCoverage
  readonly log: Logger
}

/** Sends the weekly report when it is due, checks the alerts and calls the webhooks, every minute until stopped. */
export function scheduleReports(options: ReportOptions): { stop(): Promise<void> } {
  const { db, isReady, runStatsQuery, delivery, coverage, titles, dashboard, outbox, webhooks, log } = options
  const stopped = new AbortController()
  const sources = {
    runStatsQuery: (query: StatsQuery, minSessions?: number) =>
      runStatsQuery(query, stopped.signal, minSessions),
    delivery,
    coverage,
    titles,
  }
  const attempt = async (failure: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, `${failure}; trying again in a minute`)
    }
  }
  const loop = repeat(async () => {
    if (!isReady()) return INTERVAL_MS
    const at = new Date()
    await attempt('the weekly report could not be sent', () =>
      sendDueReports(db, sources, { outbox, dashboard, at, log }),
    )
    const before = new Date(at.getTime() - ALERT_INTERVAL_MS)
    await attempt('the alerts could not be checked', () =>
      checkAlerts(db, sources, { at, before, outbox, dashboard, titles, webhooks }),
    )
    return INTERVAL_MS
  })
  // A loop of its own: a webhook that does not respond must not delay the checks.
  const posts = repeat(async () => {
    if (isReady()) {
      await attempt('alerts could not be posted', () =>
        deliverPosts(db, webhooks, { now: () => new Date(), log, signal: stopped.signal }),
      )
    }
    return INTERVAL_MS
  })

  return {
    async stop() {
      stopped.abort()
      await Promise.all([loop.stop(), posts.stop()])
    },
  }
}
