import { ConversionCounts } from '@half-measure/shared/stats/conversion-counts.ts'
import { ExperimentShares } from '@half-measure/shared/stats/experiment-shares.ts'
import { RecentActivity } from '@half-measure/shared/stats/recent-activity.ts'
import { Summary } from '@half-measure/shared/stats/summary.ts'
import { Timeseries } from '@half-measure/shared/stats/timeseries.ts'
import { TopElements } from '@half-measure/shared/stats/top-elements.ts'
import { TopPages } from '@half-measure/shared/stats/top-pages.ts'
import type { z } from 'zod'

/** A question about a period: where it is asked, with what beside the period, and the shape of its answer. */
export interface StatsQuestion<T> {
  name: string
  params: Readonly<Record<string, string>>
  schema: z.ZodType<T>
}

export const summary: StatsQuestion<Summary> = { name: 'summary', params: {}, schema: Summary }

export const topPages: StatsQuestion<TopPages> = {
  name: 'top-pages',
  params: { limit: '5' },
  schema: TopPages,
}

export const recentActivity: StatsQuestion<RecentActivity> = {
  name: 'recent-activity',
  params: { limit: '5' },
  schema: RecentActivity,
}

export const topElements: StatsQuestion<TopElements> = {
  name: 'top-elements',
  params: { limit: '10' },
  schema: TopElements,
}

export const conversionCounts: StatsQuestion<ConversionCounts> = {
  name: 'conversions',
  params: {},
  schema: ConversionCounts,
}

export const experimentShares: StatsQuestion<ExperimentShares> = {
  name: 'experiments',
  params: {},
  schema: ExperimentShares,
}

export const viewsByDay: StatsQuestion<Timeseries> = {
  name: 'timeseries',
  params: { interval: 'day' },
  schema: Timeseries,
}
