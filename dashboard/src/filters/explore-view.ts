import { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { readFilter, writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import {
  BUCKETS,
  COMPARISONS,
  Filter,
  type Bucket,
  type Comparison,
} from '@half-measure/shared/stats/engine/question.ts'
import { parseDay, type Day } from './day.ts'
import { PANELS, panelIds, type PanelId } from './panels.ts'
import type { Period } from './period.ts'
import { defaultPreset, isPreset, type Preset } from './preset.ts'

/** Either days that move on with the calendar, or fixed ones, both included. */
export type Span = { kind: 'preset'; preset: Preset } | { kind: 'days'; from: Day; to: Day }

/** A breakdown in full. */
export interface Details {
  dimension: Dimension
  /** Text within the value; empty for all. */
  search: string
  order: { metric: Metric; descending: boolean } | null
}

/** What the overview shows. It lives in the address and nowhere else. */
export interface ExploreView {
  span: Span
  bots: Period['bots']
  compare: Comparison | null
  filters: Filter[]
  /** From every row, even where a share of them would do. */
  exact: boolean
  /** Of the chart and of the breakdowns. */
  metric: Metric
  /** Null for what suits the period. */
  interval: Bucket | null
  panels: Record<PanelId, Dimension>
  details: Details | null
}

export interface ReadExploreView {
  view: ExploreView
  /** What the address asked for in vain, in words; the defaults stand in for it. */
  problems: string[]
}

export const MOST_FILTERS = 12
/** The period before, shifted to whole weeks: what happens on a Friday is held against a Friday. */
export const usualComparison: Comparison = 'week'
const DEFAULT_METRIC: Metric = 'sessions'

export function readExploreView(params: URLSearchParams): ReadExploreView {
  const problems: string[] = []
  const say = (problem: string) => void problems.push(problem)
  const choice = <T extends string>(name: string, options: readonly T[], fallback: T): T => {
    const text = params.get(name)
    const found = options.find((option) => option === text)
    if (text !== null && found === undefined)
      say(`The address says ${name}=${text}, which is not known; this is the usual one.`)
    return found ?? fallback
  }
  const interval = choice('interval', [...BUCKETS, 'auto'] as const, 'auto')
  const compare = choice('compare', [...COMPARISONS, 'off'] as const, usualComparison)
  return {
    view: {
      span: readSpan(params, say),
      bots: params.get('bots') === 'include' ? 'include' : 'exclude',
      compare: compare === 'off' ? null : compare,
      filters: readFilters(params.getAll('f'), say),
      exact: params.get('exact') === '1',
      metric: choice('metric', Metric.options, DEFAULT_METRIC),
      interval: interval === 'auto' ? null : interval,
      panels: readPanels(choice),
      details: readDetails(params),
    },
    problems,
  }
}

/** Defaults are left out. */
export function writeExploreView(view: ExploreView): URLSearchParams {
  const params = new URLSearchParams()
  const set = (name: string, value: string, usual: string) => value !== usual && params.set(name, value)
  if (view.span.kind === 'preset') {
    set('period', view.span.preset, defaultPreset)
  } else {
    params.set('from', view.span.from)
    params.set('to', view.span.to)
  }
  set('bots', view.bots, 'exclude')
  set('compare', view.compare ?? 'off', usualComparison)
  for (const filter of view.filters) params.append('f', writeFilter(filter))
  if (view.exact) params.set('exact', '1')
  set('metric', view.metric, DEFAULT_METRIC)
  set('interval', view.interval ?? 'auto', 'auto')
  for (const panel of panelIds) set(panel, view.panels[panel], PANELS[panel].dimensions[0])
  if (view.details) {
    const { dimension, search, order } = view.details
    params.set('details', dimension)
    set('search', search, '')
    if (order) params.set('order', `${order.descending ? '-' : ''}${order.metric}`)
  }
  return params
}

function readSpan(params: URLSearchParams, say: (problem: string) => void): Span {
  const [period, fromText, toText] = [params.get('period'), params.get('from'), params.get('to')]
  const usual: Span = { kind: 'preset', preset: defaultPreset }
  if (fromText !== null || toText !== null) {
    const [from, to] = [parseDay(fromText ?? ''), parseDay(toText ?? '')]
    if (from && to && from <= to) return { kind: 'days', from, to }
    say('The dates in the address cannot be read, so these are the last 28 days.')
    return usual
  }
  if (period === null) return usual
  if (isPreset(period)) return { kind: 'preset', preset: period }
  say(`“${period}” is no period, so these are the last 28 days.`)
  return usual
}

function readFilters(texts: string[], say: (problem: string) => void): Filter[] {
  const filters: Filter[] = []
  for (const text of texts) {
    const filter = Filter.safeParse(readFilter(text))
    if (filter.success) filters.push(filter.data)
    else say(`The filter “${text}” cannot be read and is left out.`)
  }
  if (filters.length > MOST_FILTERS) say(`There are at most ${MOST_FILTERS} filters; the rest is left out.`)
  return filters.slice(0, MOST_FILTERS)
}

function readPanels(
  choice: <T extends string>(name: string, options: readonly T[], fallback: T) => T,
): ExploreView['panels'] {
  const entries = panelIds.map((panel) => {
    const { dimensions } = PANELS[panel]
    return [panel, choice<Dimension>(panel, dimensions, dimensions[0])]
  })
  return Object.fromEntries(entries) as ExploreView['panels']
}

/** What cannot be read is a dialog that is not open. */
function readDetails(params: URLSearchParams): Details | null {
  const dimension = Dimension.safeParse(params.get('details'))
  if (!dimension.success) return null
  const order = params.get('order') ?? ''
  const metric = Metric.safeParse(order.replace(/^-/, ''))
  return {
    dimension: dimension.data,
    search: params.get('search') ?? '',
    order: metric.success ? { metric: metric.data, descending: order.startsWith('-') } : null,
  }
}
