import { describe, expect, it } from 'vitest'
import type { Day } from './day.ts'
import { readExploreView, writeExploreView, type ExploreView } from './explore-view.ts'

const read = (query: string) => readExploreView(new URLSearchParams(query))

const usual: ExploreView = {
  span: { kind: 'preset', preset: '28d' },
  bots: 'exclude',
  compare: 'week',
  filters: [],
  exact: false,
  metric: 'sessions',
  interval: null,
  panels: {
    pages: 'page',
    sources: 'channel',
    content: 'category',
    campaigns: 'utm_campaign',
    actions: 'event_type',
    places: 'country',
    technology: 'device',
    experiments: 'experiment',
  },
  details: null,
}

describe('readExploreView', () => {
  it('shows the visits of 28 days against the same weekdays before when the address says nothing', () => {
    expect(read('')).toEqual({ view: usual, problems: [] })
  })

  it('reads what people write', () => {
    expect(read('period=7d&compare=year&metric=clicks&f=is,page,/a&f=contains,referrer,news').view).toEqual({
      ...usual,
      span: { kind: 'preset', preset: '7d' },
      compare: 'year',
      metric: 'clicks',
      filters: [
        { operator: 'is', dimension: 'page', values: ['/a'] },
        { operator: 'contains', dimension: 'referrer', values: ['news'] },
      ],
    })
  })

  it.each([
    ['period=fortnight', '“fortnight” is no period, so these are the last 28 days.'],
    [
      'from=2026-11-07&to=2026-11-01',
      'The dates in the address cannot be read, so these are the last 28 days.',
    ],
    ['metric=visitors', 'The address says metric=visitors, which is not known; this is the usual one.'],
    ['interval=minute', 'The address says interval=minute, which is not known; this is the usual one.'],
    ['compare=mars', 'The address says compare=mars, which is not known; this is the usual one.'],
    ['pages=country', 'The address says pages=country, which is not known; this is the usual one.'],
    ['f=like,page,/a', 'The filter “like,page,/a” cannot be read and is left out.'],
    ['f=is,colour,red', 'The filter “is,colour,red” cannot be read and is left out.'],
  ])('falls back and says so: %s', (query, problem) => {
    expect(read(query)).toEqual({ view: usual, problems: [problem] })
  })

  it('takes no more filters than a question may have', () => {
    const { view, problems } = read(Array.from({ length: 13 }, (_, n) => `f=is,page,/${n}`).join('&'))
    expect(view.filters).toHaveLength(12)
    expect(problems).toHaveLength(1)
  })
})

describe('writeExploreView', () => {
  it('leaves defaults out', () => {
    expect(writeExploreView(usual).toString()).toBe('')
  })

  it('is read back as it was', () => {
    const view: ExploreView = {
      span: { kind: 'days', from: '2026-03-28' as Day, to: '2026-03-30' as Day },
      bots: 'include',
      compare: null,
      filters: [{ operator: 'is_not', dimension: 'utm_term', values: ['a,b', 'c|d', 'é\\'] }],
      exact: true,
      metric: 'bounce_rate',
      interval: 'hour',
      panels: { ...usual.panels, technology: 'os', campaigns: 'utm_term' },
      details: { dimension: 'page', search: 'pine', order: { metric: 'clicks', descending: true } },
    }
    expect(read(writeExploreView(view).toString())).toEqual({ view, problems: [] })
  })
})
