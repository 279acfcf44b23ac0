import { describe, expect, it } from 'vitest'
import { prepareHourHeatmap } from './hour-heatmap.ts'

/** Monday to Sunday. */
const WEEK = { from: new Date('2026-11-16T00:00:00Z'), to: new Date('2026-11-23T00:00:00Z') }
const row = (key: string, sessions: number) => ({ key, figures: { sessions } })

describe('prepareHourHeatmap', () => {
  it('is a week of hours, each against the highest', () => {
    const { days } = prepareHourHeatmap([row('1-00', 5), row('7-23', 20)], 'sessions', WEEK)
    expect(days.map(({ name, cells }) => [name, cells.length])).toEqual([
      ['Monday', 24],
      ['Tuesday', 24],
      ['Wednesday', 24],
      ['Thursday', 24],
      ['Friday', 24],
      ['Saturday', 24],
      ['Sunday', 24],
    ])
    expect(days[0]?.cells[0]).toEqual({ hour: '00', value: 5, heat: 0.25 })
    expect(days[0]?.cells[1]).toEqual({ hour: '01', value: null, heat: 0 })
    expect(days[6]?.cells[23]).toEqual({ hour: '23', value: 20, heat: 1 })
  })

  it('says when most happens, and when nothing does', () => {
    expect(prepareHourHeatmap([row('5-17', 1_240)], 'sessions', WEEK).sentence).toBe(
      'Sessions: most on Friday at 17:00, with 1,240 on average.',
    )
    expect(prepareHourHeatmap([], 'sessions', WEEK).sentence).toBe('Nothing in this period.')
  })

  it('counts for one hour, since a month has more Sundays than Saturdays', () => {
    const november = { from: new Date('2026-11-01T00:00:00Z'), to: new Date('2026-12-01T00:00:00Z') }
    const { days, sentence } = prepareHourHeatmap([row('7-20', 50), row('6-20', 48)], 'sessions', november)
    expect([days[5]?.cells[20]?.value, days[6]?.cells[20]?.value]).toEqual([12, 10])
    expect(sentence).toBe('Sessions: most on Saturday at 20:00, with 12 on average.')
  })

  it('counts the hours so far, of a period that began within a day', () => {
    // From Monday at noon to Tuesday of the next week, half past noon, in summer.
    const counted = { from: new Date('2026-06-01T11:00:00Z'), to: new Date('2026-06-09T11:30:00Z') }
    const rows = ['1-11', '1-12', '2-12', '2-13'].map((key) => row(key, 4))
    const { days } = prepareHourHeatmap(rows, 'sessions', counted)
    expect(days[0]?.cells.slice(11, 13).map(({ value }) => value)).toEqual([4, 2])
    expect(days[1]?.cells.slice(12, 14).map(({ value }) => value)).toEqual([2, 4])
  })

  it('leaves rates as they are', () => {
    const rows = [{ key: '7-20', figures: { bounce_rate: 40 } }]
    const { sentence } = prepareHourHeatmap(rows, 'bounce_rate', WEEK)
    expect(sentence).toBe('Bounce rate: highest on Sunday at 20:00, with 40.0%.')
  })
})
