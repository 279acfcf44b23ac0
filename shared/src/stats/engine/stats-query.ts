import { z } from 'zod'
import { MAX_PAGE_PATH } from '../../events/common.ts'
import { text } from '../../text.ts'
import { StatsRange } from '../stats-range.ts'
import { Comparison } from './comparison.ts'
import { Dimension } from './dimensions.ts'
import { Metric } from './metrics.ts'

export const FILTER_OPERATORS = ['is', 'is_not', 'contains'] as const

/**
 * `is` holds for any of the values, `is_not` for none of them, `contains` for any of them within the value, whatever
 * its case. No value of a dimension is longer than a page's path.
 */
export const Filter = z.object({
  operator: z.enum(FILTER_OPERATORS),
  dimension: Dimension,
  values: z.array(text(MAX_PAGE_PATH)).min(1).max(20),
})
export type Filter = z.infer<typeof Filter>

export const MAX_FILTERS = 12
/** All of them hold. */
export const Filters = z.array(Filter).max(MAX_FILTERS)

/** Of one response. */
export const MAX_ROWS = 1_000

export const BUCKETS = ['hour', 'day', 'week', 'month'] as const
export type Bucket = (typeof BUCKETS)[number]

const Order = z.object({ metric: Metric, descending: z.boolean() })

const BREAKDOWN_ONLY = 'for a breakdown only: name its dimension with by'

/** One query: figures over a range, at most split one way: by the values of a dimension, or by buckets of time. */
export const StatsQuery = z
  .object({
    range: StatsRange,
    metrics: z.array(Metric).min(1).max(Metric.options.length),
    dimension: Dimension.optional(),
    interval: z.enum(BUCKETS).optional(),
    filters: Filters.default([]),
    compare: Comparison.optional(),
    /** For a breakdown; by default the first metric, descending. Ties by value. */
    order: Order.optional(),
    /** Case-insensitive text within the value or its label, such as a page's title: for a breakdown only. */
    search: z.string().max(200).optional(),
    limit: z.int().min(1).max(MAX_ROWS).default(10),
    offset: z.int().min(0).max(100_000).default(0),
  })
  .refine(({ dimension, interval }) => !(dimension && interval), {
    path: ['interval'],
    message: 'either by a dimension or by an interval',
  })
  .refine(({ metrics, order }) => !order || metrics.includes(order.metric), {
    path: ['order'],
    message: 'must be by a requested metric',
  })
  .refine(({ dimension, order }) => dimension || !order, { path: ['order'], message: BREAKDOWN_ONLY })
  .refine(({ dimension, search }) => dimension || search === undefined, {
    path: ['search'],
    message: BREAKDOWN_ONLY,
  })
export type StatsQuery = z.output<typeof StatsQuery>
