import { readFilter, writeFilter } from './filter-text.ts'
import type { StatsQuery } from './stats-query.ts'

/**
 * What a query string says, for `StatsQuery` to judge:
 * `from to tz bots metrics=a,b by=<dimension> interval= f=<filter>… compare= order=-metric search= limit= offset=`
 */
export function readStatsQuery(query: URLSearchParams): unknown {
  const text = (name: string) => query.get(name) ?? undefined
  const number = (name: string) => (query.has(name) ? numberOf(query.get(name) ?? '') : undefined)
  const order = query.get('order')
  return {
    range: { from: text('from'), to: text('to'), tz: text('tz'), bots: text('bots') },
    metrics: (query.get('metrics') ?? 'page_views,sessions').split(','),
    dimension: text('by'),
    interval: text('interval'),
    filters: query.getAll('f').map(readFilter),
    compare: text('compare'),
    order:
      order === null ? undefined : { metric: order.replace(/^-/, ''), descending: order.startsWith('-') },
    search: text('search'),
    limit: number('limit'),
    offset: number('offset'),
  }
}

/** The parameter that a part of `StatsQuery` comes from, such as `range.from`. */
export function statsParameter([field = '', part]: readonly PropertyKey[]): string {
  if (field === 'range' && part !== undefined) return String(part)
  return PARAMETERS[String(field)] ?? String(field)
}

const PARAMETERS: Readonly<Record<string, string>> = {
  dimension: 'by',
  filters: 'f',
} satisfies Partial<Record<keyof StatsQuery, string>>

/** The query string of a query, without defaults. */
export function writeStatsQuery(query: StatsQuery): URLSearchParams {
  const { range, metrics, dimension, interval, filters, compare, order, search, limit, offset } = query
  const written = new URLSearchParams({ from: range.from, to: range.to, tz: range.tz })
  if (range.bots === 'include') written.set('bots', range.bots)
  written.set('metrics', metrics.join(','))
  if (dimension) written.set('by', dimension)
  if (interval) written.set('interval', interval)
  for (const filter of filters) written.append('f', writeFilter(filter))
  if (compare) written.set('compare', compare)
  if (order) written.set('order', `${order.descending ? '-' : ''}${order.metric}`)
  if (search !== undefined) written.set('search', search)
  if (limit !== 10) written.set('limit', String(limit))
  if (offset > 0) written.set('offset', String(offset))
  return written
}

/** NaN for anything but a plain number, so that the schema reports it. */
function numberOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}
