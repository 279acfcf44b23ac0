import { describe, expect, it } from 'vitest'
import { prepareDailyBars } from './prepare-daily-bars.ts'

const figure = (start: string, views: number) => ({ start: new Date(start), views, sessions: views })
const bounds = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) })

describe('prepareDailyBars', () => {
  it('marks days the period cuts off at either end', () => {
    const days = [
      figure('2026-11-13T00:00:00Z', 5),
      figure('2026-11-14T00:00:00Z', 8),
      figure('2026-11-15T00:00:00Z', 2),
    ]
    const { bars } = prepareDailyBars(days, bounds('2026-11-13T14:00:00Z', '2026-11-15T14:00:00Z'))
    expect(bars.map((bar) => bar.partial)).toEqual([true, false, true])
    expect(bars.map((bar) => bar.label)).toEqual(['Fri 13 Nov', 'Sat 14 Nov', 'Sun 15 Nov'])
  })

  it('takes the 23 hours of the day the clocks go forward for a whole day', () => {
    const days = [figure('2026-03-29T00:00:00Z', 5)]
    const { bars } = prepareDailyBars(days, bounds('2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z'))
    expect(bars[0]?.partial).toBe(false)
  })

  it('says the total and the first of the highest days', () => {
    const days = [
      figure('2026-11-13T00:00:00Z', 700),
      figure('2026-11-14T00:00:00Z', 800),
      figure('2026-11-15T00:00:00Z', 800),
    ]
    const { sentence } = prepareDailyBars(days, bounds('2026-11-13T00:00:00Z', '2026-11-16T00:00:00Z'))
    expect(sentence).toBe('2,300 page views; most on Saturday 14 November 2026, with 800.')
  })

  it('says so when there is nothing', () => {
    const { sentence } = prepareDailyBars([], bounds('2026-11-13T00:00:00Z', '2026-11-16T00:00:00Z'))
    expect(sentence).toBe('No page views in this period.')
  })
})
