import { describe, expect, it } from 'vitest'
import { withBots, type Period } from '../filters/period.ts'
import { summary, topElements, topPages } from './stats-questions.ts'
import { addressOf, pollAfter } from './use-stats.ts'

const period: Period = {
  key: 'x',
  endsNow: false,
  bots: 'exclude',
  timeZone: 'Europe/London',
  bounds: () => ({ from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z' }),
}

describe('addressOf', () => {
  it('names the period, the zone and the limit', () => {
    const now = new Date()
    const bounds = 'from=2026-11-01T00%3A00%3A00.000Z&to=2026-11-08T00%3A00%3A00.000Z&tz=Europe%2FLondon'
    expect(addressOf(summary, period, now)).toBe(`/api/stats/summary?${bounds}`)
    expect(addressOf(topPages, period, now)).toBe(`/api/stats/top-pages?${bounds}&limit=5`)
    expect(addressOf(topElements, period, now)).toBe(`/api/stats/top-elements?${bounds}&limit=10`)
  })

  it('says so when bots are to be counted', () => {
    const address = addressOf(summary, withBots(period, 'include'), new Date())
    expect(new URLSearchParams(address.split('?')[1]).get('bots')).toBe('include')
  })
})

describe('pollAfter', () => {
  it('looks a second time soon, then every 5 s, and less often while nothing is to be had', () => {
    expect(pollAfter({ status: 'success', dataUpdateCount: 1 })).toBe(1_500)
    expect(pollAfter({ status: 'success', dataUpdateCount: 2 })).toBe(5_000)
    expect(pollAfter({ status: 'error', dataUpdateCount: 2 })).toBe(15_000)
  })
})
