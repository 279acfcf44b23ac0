import { describe, expect, it } from 'vitest'
import { countedIn, hourMetrics, prepareHourHeatmap } from './hour-heatmap.ts'

/** Monday to Sunday. */
const WEEK = { from: new Date('2026-11-16T00:00:00Z'), to: new Date('2026-11-23T00:00:00Z') }
const row = (key: string, sessions: number) => ({ key, figures: { sessions } })

describe('prepareHourHeatmap', () => {
  it('is a week of hours, each against the highest', () => {
    const { days } = prepareHourHeatmap([row('1-00', 5), row('7-23', 20)], 'sessions', WEEK)
    const names = days.map(({ name }) => name)
    expect(names.join(' ')).toBe('Monday Tuesday Wednesday Thursday Friday Saturday Sunday')
    expect(new Set(days.map(({ cells }) => cells.length))).toEqual(new Set([24]))
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

  it('counts the parts of hours in which a period begins and ends', () => {
    // From Monday at noon to Tuesday of the next week, half past noon, in summer.
    const counted = { from: new Date('2026-06-01T11:00:00Z'), to: new Date('2026-06-09T11:30:00Z') }
    const rows = ['1-11', '1-12', '2-12', '2-13'].map((key) => row(key, 6))
    const { days } = prepareHourHeatmap(rows, 'sessions', counted)
    expect(days[0]?.cells.slice(11, 13).map(({ value }) => value)).toEqual([6, 3])
    expect(days[1]?.cells.slice(12, 14).map(({ value }) => value)).toEqual([4, 6])
    // The rest of an hour of last Friday and its beginning today are one hour.
    const sevenDays = { from: new Date('2026-11-13T14:02:00Z'), to: new Date('2026-11-20T14:02:00Z') }
    expect(prepareHourHeatmap([row('5-14', 40)], 'sessions', sevenDays).days[4]?.cells[14]?.value).toBe(40)
  })

  it('knows that an hour comes twice in autumn, and is missing in spring', () => {
    const valueOn = (from: string, to: string, sessions: number) =>
      prepareHourHeatmap([row('7-01', sessions)], 'sessions', { from: new Date(from), to: new Date(to) })
        .days[6]?.cells[1]?.value
    expect(valueOn('2026-10-18T23:00:00Z', '2026-10-26T00:00:00Z', 20)).toBe(10)
    expect(valueOn('2026-03-09T00:00:00Z', '2026-04-05T23:00:00Z', 30)).toBe(10)
  })

  it('does not colour or name what was counted for less than half an hour', () => {
    const counted = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-20T14:02:00Z') }
    const { days, sentence } = prepareHourHeatmap([row('5-13', 40), row('5-14', 2)], 'sessions', counted)
    expect(days[4]?.cells[13]).toEqual({ hour: '13', value: 40, heat: 1 })
    expect(days[4]?.cells[14]).toEqual({ hour: '14', value: 60, heat: 0 })
    expect(sentence).toBe(
      'Sessions: most on Friday at 13:00, with 40 on average. Hours counted for less than 30 minutes have no colour.',
    )
    const { sentence: nothingElse } = prepareHourHeatmap([row('5-14', 2)], 'sessions', counted)
    expect(nothingElse).toBe('Hours counted for less than 30 minutes have no colour.')
  })

  it('leaves rates as they are', () => {
    const rows = [{ key: '7-20', figures: { bounce_rate: 40, sessions: 30 } }]
    const { sentence } = prepareHourHeatmap(rows, 'bounce_rate', WEEK)
    expect(sentence).toBe('Bounce rate: highest on Sunday at 20:00, with 40.0%.')
  })

  it('does not colour or name rates of few sessions', () => {
    const rate = (key: string, conversion_rate: number, sessions: number) => ({
      key,
      figures: { conversion_rate, sessions },
    })
    const lucky = rate('2-03', 100, 1)
    const { days, sentence } = prepareHourHeatmap([lucky, rate('5-17', 6, 400)], 'conversion_rate', WEEK)
    expect(days[1]?.cells[3]).toEqual({ hour: '03', value: 100, heat: 0 })
    expect(days[4]?.cells[17]).toEqual({ hour: '17', value: 6, heat: 1 })
    expect(sentence).toBe(
      'Conversion rate: highest on Friday at 17:00, with 6.0%. Hours with fewer than 30 sessions have no colour.',
    )
    expect(prepareHourHeatmap([lucky], 'conversion_rate', WEEK).sentence).toBe(
      'Hours with fewer than 30 sessions have no colour.',
    )
    // Counts and sums are not made of a share: the quiet hours are what they show.
    expect(prepareHourHeatmap([lucky], 'sessions', WEEK).days[1]?.cells[3]?.heat).toBe(1)
  })

  it('queries how many sessions a rate is of', () => {
    expect(hourMetrics('conversion_rate')).toEqual(['conversion_rate', 'sessions'])
    expect(hourMetrics('page_views')).toEqual(['page_views'])
  })
})

describe('countedIn', () => {
  const now = new Date('2026-11-20T14:40:00.000Z')
  const week = { from: '2026-11-14T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }
  const counted = (as_of: string, counted_since = '2026-01-01T00:00:00.000Z') =>
    countedIn(
      { counted_since, provenance: { rows_read: 0, bytes_read: 0, took_ms: 0, cached: false, as_of } },
      week,
      now,
    )

  it('ends now at the latest, and begins when counting did', () => {
    expect(counted('2026-11-20T14:40:01.000Z', '2026-11-15T09:00:00.000Z')).toEqual({
      from: new Date('2026-11-15T09:00:00.000Z'),
      to: now,
    })
    const past = { ...week, to: '2026-11-19T00:00:00.000Z' }
    const provenance = { rows_read: 0, bytes_read: 0, took_ms: 0, cached: false, as_of: now.toISOString() }
    expect(countedIn({ counted_since: null, provenance }, past, now)).toEqual({
      from: new Date(past.from),
      to: new Date(past.to),
    })
  })

  it('leaves out what a share link does not see yet: the hour of the week has no more time than figures', () => {
    const toWholeHour = counted('2026-11-20T14:00:00.000Z')
    expect(toWholeHour.to).toEqual(new Date('2026-11-20T14:00:00.000Z'))
    // Two weeks, of which only the first has figures of this hour.
    const { days } = prepareHourHeatmap([row('5-14', 40)], 'sessions', {
      ...toWholeHour,
      from: new Date('2026-11-07T00:00:00.000Z'),
    })
    expect(days[4]?.cells[14]?.value).toBe(40)
  })
})
