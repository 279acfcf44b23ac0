import { readFilter, writeFilter } from '@half-measure/shared/stats/engine/filter-text.ts'
import { Comparison, DEFAULT_COMPARISON } from '@half-measure/shared/stats/engine/comparison.ts'
import { Filter, MAX_FILTERS } from '@half-measure/shared/stats/engine/stats-query.ts'
import { DEFAULT_PRESET, isPreset, type Preset } from '@half-measure/shared/stats/presets.ts'
import { href } from '../paths.ts'
import { parseDay } from '../time/day.ts'
import { type Period, PRESETS, type TimeRange } from '../time/period.ts'
import { keyOf } from './filter-values.ts'

/** The scope of a page's figures. It lives in the address, in the same words on every page. */
export interface PageScope {
  range: TimeRange
  bots: Period['bots']
  compare: Comparison | null
  filters: Filter[]
}

/** @returns invalid parameters as well, in sentences; defaults replace them. */
export function readScope(params: URLSearchParams, defaultPreset = DEFAULT_PRESET) {
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  return {
    scope: {
      range: readRange(params, defaultPreset, report),
      bots: readChoice(params, 'bots', ['exclude', 'include'] as const, 'exclude', report),
      compare: readComparison(params.get('compare'), report),
      filters: readFilters(params.getAll('f'), report),
    },
    problems,
  }
}

/** Defaults are left out. */
export function writeScope(scope: PageScope, defaultPreset = DEFAULT_PRESET): URLSearchParams {
  const { range, bots, compare, filters } = scope
  const params = new URLSearchParams()
  if (range.kind === 'days') {
    params.set('from', range.from)
    params.set('to', range.to)
  } else if (range.preset !== defaultPreset) params.set('period', range.preset)
  if (bots === 'include') params.set('bots', bots)
  if (compare !== DEFAULT_COMPARISON) params.set('compare', compare ?? 'off')
  for (const filter of filters) params.append('f', writeFilter(filter))
  return params
}

/** Parameters that belong to one page; null removes one. */
export type PageParams = Readonly<Record<string, string | readonly string[] | null>>

/**
 * The address of a page with a scope, and with filters in `own` as well. They replace those of the scope that name other
 * values of the same dimension, because nothing has both.
 */
export function scopeHref(scope: PageScope, path: string, own: PageParams = {}): string {
  const chosen = new Set([own['f'] ?? []].flat().map(chosenDimension))
  const filters = scope.filters.filter(
    ({ operator, dimension }) => operator !== 'is' || !chosen.has(dimension),
  )
  return href(path, withOwn(writeScope({ ...scope, filters }), own))
}

function chosenDimension(text: string): Filter['dimension'] | undefined {
  const { data: filter } = Filter.safeParse(readFilter(text))
  return filter?.operator === 'is' ? filter.dimension : undefined
}

export function withOwn(query: URLSearchParams, own: PageParams): URLSearchParams {
  for (const [name, value] of Object.entries(own)) {
    for (const text of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, text)
  }
  return query
}

/** One of several words; any other gives the default and a problem. */
export function readChoice<T extends string>(
  params: URLSearchParams,
  name: string,
  options: readonly T[],
  fallback: T,
  report: (problem: string) => void,
): T {
  const text = params.get(name)
  const found = options.find((option) => option === text)
  if (text !== null && found === undefined) report(invalidValue(name, text))
  return found ?? fallback
}

function readComparison(text: string | null, report: (problem: string) => void): Comparison | null {
  if (text === 'off') return null
  const compare = Comparison.safeParse(text ?? DEFAULT_COMPARISON)
  if (compare.success) return compare.data
  report(invalidValue('compare', text))
  return DEFAULT_COMPARISON
}

function invalidValue(name: string, text: string | null): string {
  return `Invalid \`${name}\` value “${text}” in the URL; using the default.`
}

function readRange(
  params: URLSearchParams,
  defaultPreset: Preset,
  report: (problem: string) => void,
): TimeRange {
  const [period, fromText, toText] = [params.get('period'), params.get('from'), params.get('to')]
  const usual: TimeRange = { kind: 'preset', preset: defaultPreset }
  const instead = `showing ${PRESETS[defaultPreset].label.toLowerCase()}`
  if (fromText !== null || toText !== null) {
    const [from, to] = [parseDay(fromText ?? ''), parseDay(toText ?? '')]
    if (from && to && from <= to) return { kind: 'days', from, to }
    report(`Invalid dates in the URL; ${instead}.`)
    return usual
  }
  if (period === null) return usual
  if (isPreset(period)) return { kind: 'preset', preset: period }
  report(`Unknown period “${period}” in the URL; ${instead}.`)
  return usual
}

function readFilters(texts: string[], report: (problem: string) => void): Filter[] {
  const filters: Filter[] = []
  for (const text of texts) {
    const { success, data: filter } = Filter.safeParse(readFilter(text))
    if (success) filters.push(filter.operator === 'contains' ? filter : withKeys(filter))
    else report(`Invalid filter “${text}” in the URL; ignoring it.`)
  }
  if (filters.length > MAX_FILTERS) report(`More than ${MAX_FILTERS} filters in the URL; ignoring the rest.`)
  return filters.slice(0, MAX_FILTERS)
}

function withKeys({ operator, dimension, values }: Filter): Filter {
  return { operator, dimension, values: values.map((value) => keyOf(dimension, value)) }
}
