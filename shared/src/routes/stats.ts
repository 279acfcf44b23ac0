import {
  ComparedSummary,
  ConversionCounts,
  RecentActivity,
  Timeseries,
  TopElements,
  TopPages,
} from '../stats/overview.ts'
import { StatsResult } from '../stats/engine/stats-result.ts'
import { ExperimentShares } from '../stats/experiment-shares.ts'
import { z } from 'zod'
import { route } from './route.ts'

export const queryStats = route('GET', '/api/stats/query', StatsResult)
/** CSV. */
export const exportStats = route('GET', '/api/stats/export.csv', z.string())
/** CSV. */
export const exportEvents = route('GET', '/api/stats/events.csv', z.string())
/** Server-sent events. */
export const streamRealtime = route('GET', '/api/stats/realtime')

export const readSummary = route('GET', '/api/stats/summary', ComparedSummary)
export const readTimeseries = route('GET', '/api/stats/timeseries', Timeseries)
export const listTopPages = route('GET', '/api/stats/top-pages', TopPages)
export const listRecentActivity = route('GET', '/api/stats/recent-activity', RecentActivity)
export const listTopElements = route('GET', '/api/stats/top-elements', TopElements)
export const countConversions = route('GET', '/api/stats/conversions', ConversionCounts)
export const listExperimentShares = route('GET', '/api/stats/experiments', ExperimentShares)
