import { readFilter, writeFilter } from './filter-text.ts'
import type { Question } from './question.ts'

/**
 * What a query string says, for `Question` to judge:
 * `from to tz bots metrics=a,b by=<dimension> interval= f=<filter>… compare= order=-metric search= limit= offset=`
 */
export function readQuestion(query: URLSearchParams): unknown {
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

/** The query string of a question; what is as it would be anyway is left out. */
export function writeQuestion(question: Question): URLSearchParams {
  const { range, metrics, dimension, interval, filters, compare, order, search, limit, offset } = question
  const query = new URLSearchParams({ from: range.from, to: range.to, tz: range.tz })
  if (range.bots === 'include') query.set('bots', range.bots)
  query.set('metrics', metrics.join(','))
  if (dimension) query.set('by', dimension)
  if (interval) query.set('interval', interval)
  for (const filter of filters) query.append('f', writeFilter(filter))
  if (compare) query.set('compare', compare)
  if (order) query.set('order', `${order.descending ? '-' : ''}${order.metric}`)
  if (search !== undefined) query.set('search', search)
  if (limit !== 10) query.set('limit', String(limit))
  if (offset > 0) query.set('offset', String(offset))
  return query
}

/** NaN for what is no plain number, so that the schema says so. */
function numberOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}
