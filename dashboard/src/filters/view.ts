import { defaultRange, type DateRange } from './date-range.ts'
import { parseDay } from './day.ts'
import { defaultTab, isTab, type Tab } from './tab.ts'

/** What the dashboard shows. It lives in the address and nowhere else. */
export interface View {
  tab: Tab
  range: DateRange
}

export interface ReadView {
  view: View
  /** What the address asked for in vain, in words; the defaults stand in for it. */
  problems: string[]
}

export function readView(params: URLSearchParams): ReadView {
  const problems: string[] = []
  const tab = readTab(params.get('tab'))
  if (tab === null) problems.push('There is no such tab, so this is the Overview.')
  const range = readRange(params.get('from'), params.get('to'))
  if (range === null) problems.push('The dates in the address cannot be read, so these are the last 7 days.')
  return { view: { tab: tab ?? defaultTab, range: range ?? defaultRange }, problems }
}

/** Defaults are left out. */
export function writeView({ tab, range }: View): URLSearchParams {
  const params = new URLSearchParams()
  if (tab !== defaultTab) params.set('tab', tab)
  if (range.kind === 'days') {
    params.set('from', range.from)
    params.set('to', range.to)
  }
  return params
}

function readTab(text: string | null): Tab | null {
  if (text === null) return defaultTab
  return isTab(text) ? text : null
}

function readRange(fromText: string | null, toText: string | null): DateRange | null {
  if (fromText === null && toText === null) return defaultRange
  const [from, to] = [parseDay(fromText ?? ''), parseDay(toText ?? '')]
  if (!from || !to || from > to) return null
  return { kind: 'days', from, to }
}
