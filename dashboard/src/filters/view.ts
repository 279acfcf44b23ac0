import { defaultRange, type DateRange } from './date-range.ts'
import { parseDay } from './day.ts'
import type { Period } from './period.ts'
import { defaultTab, isTab, type Tab } from './tab.ts'

/** What the dashboard shows. It lives in the address and nowhere else. */
export interface View {
  tab: Tab
  range: DateRange
  /** Whether visits of programs that say so count. */
  bots: Period['bots']
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
  const bots = readBots(params.get('bots'))
  if (bots === null) problems.push('The address says of bots what cannot be read, so they are left out.')
  return { view: { tab: tab ?? defaultTab, range: range ?? defaultRange, bots: bots ?? 'exclude' }, problems }
}

/** Defaults are left out. */
export function writeView({ tab, range, bots }: View): URLSearchParams {
  const params = new URLSearchParams()
  if (tab !== defaultTab) params.set('tab', tab)
  if (range.kind === 'days') {
    params.set('from', range.from)
    params.set('to', range.to)
  }
  if (bots === 'include') params.set('bots', bots)
  return params
}

function readTab(text: string | null): Tab | null {
  if (text === null) return defaultTab
  return isTab(text) ? text : null
}

function readBots(text: string | null): Period['bots'] | null {
  if (text === null) return 'exclude'
  return text === 'include' || text === 'exclude' ? text : null
}

function readRange(fromText: string | null, toText: string | null): DateRange | null {
  if (fromText === null && toText === null) return defaultRange
  const [from, to] = [parseDay(fromText ?? ''), parseDay(toText ?? '')]
  if (!from || !to || from > to) return null
  return { kind: 'days', from, to }
}
