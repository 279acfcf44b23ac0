import { describe, expect, it } from 'vitest'
import { countedOfRows, daysText, describePoint, prepareSeries, wholeValues } from './series.ts'
import { sparklinePath } from './Sparkline.tsx'

const row = (key: string, sessions: number | null, comparedKey?: string, compared?: number) => ({
  key: `${key}T00:00:00.000Z`,
  figures: { sessions },
  ...(comparedKey !== undefined && {
    compared: { sessions: compared ?? null },
    compared_key: `${comparedKey}T00:00:00.000Z`,
  }),
})
const result = {
  rows: [
    row('2026-11-18', 700, '2026-11-15', 500),
    row('2026-11-19', 800, '2026-11-16', 600),
    row('2026-11-20', 50, '2026-11-17', 20),
  ],
  totals: { figures: { sessions: 1_550 }, compared: { sessions: 1_120 } },
  incomplete_from: '2026-11-20T00:00:00.000Z',
  counted_since: '2026-01-01T09:00:00.000Z',
  compared_range: { from: '2026-11-15T00:00:00.000Z', to: '2026-11-17T10:00:00.000Z' },
}
const RANGE = { from: '2026-11-18T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }
/** Sessions by day. */
const series = (part: Partial<Parameters<typeof prepareSeries>[0]> = {}, range = RANGE) =>
  prepareSeries({ ...result, ...part }, 'sessions', 'day', range)

describe('prepareSeries', () => {
  it('draws the incomplete bucket as a line of its own, joined to the full one', () => {
    const { points } = series()
    expect(points.map(({ whole, partial, compared }) => [whole, partial, compared])).toEqual([
      [700, null, 500],
      [800, 800, 600],
      [null, 50, 20],
    ])
    expect(points.map(({ counted }) => counted)).toEqual(['in full', 'in full', 'so far'])
  })

  it('counts a first bucket that the range cuts as incomplete', () => {
    const { points } = series({ incomplete_from: null }, { ...RANGE, from: '2026-11-18T14:00:00Z' })
    expect(points[0]?.counted).toBe('in part')
    expect(points.map(({ whole, partial }) => [whole, partial])).toEqual([
      [null, 700],
      [800, 800],
      [50, null],
    ])
  })

  it.each([
    ['week', ['2026-10-26', '2026-11-02', '2026-11-09'], '2026-10-28', '2026-11-11'],
    ['month', ['2026-08-31T23', '2026-09-30T23', '2026-11-01'], '2026-09-10', '2026-11-11'],
  ] as const)(
    'draws no fall at the ends of a past range that are within a %s',
    (interval, days, from, to) => {
      const past = {
        ...result,
        rows: days.map((day) => ({
          key: new Date(day.includes('T') ? `${day}:00Z` : day).toISOString(),
          figures: { sessions: 7 },
        })),
        incomplete_from: null,
        compared_range: null,
      }
      const { points } = prepareSeries(past, 'sessions', interval, { from, to })
      expect(points.map(({ counted, whole }) => [counted, whole])).toEqual([
        ['in part', null],
        ['in full', 7],
        ['in part', null],
      ])
      expect(points[2] && describePoint(points[2], [])).toMatch(/ 2026, in part: 7\.$/)
      const whole = prepareSeries(past, 'sessions', interval, { from: '2026-01-01', to: '2026-12-01' })
      expect(new Set(whole.points.map(({ counted }) => counted))).toEqual(new Set(['in full']))
    },
  )

  it('knows when counting began', () => {
    const { points } = series({ counted_since: '2026-11-19T09:00:00.000Z' })
    expect(points.map(({ counted }) => counted)).toEqual(['not counted', 'in full', 'so far'])
  })

  it('knows what has not begun on shared pages, whose figures end with a whole hour', () => {
    const provenance = { rows_read: 0, bytes_read: 0, took_ms: 0, cached: false }
    const { points } = series({
      incomplete_from: null,
      provenance: { ...provenance, as_of: '2026-11-20T00:00:00.000Z' },
    })
    expect(points.map(({ counted }) => counted)).toEqual(['in full', 'in full', 'not yet'])
  })

  it('draws nothing of buckets that have not begun', () => {
    const { points } = series({ incomplete_from: '2026-11-19T00:00:00.000Z' })
    expect(points.map(({ whole, partial }) => [whole, partial])).toEqual([
      [700, 700],
      [null, 800],
      [null, null],
    ])
    expect(points[2]).toMatchObject({ figure: '–', delta: null, counted: 'not yet' })
  })

  it('draws nothing compared beyond the end of the compared range', () => {
    const compared_range = { from: '2026-11-15T00:00:00.000Z', to: '2026-11-17T00:00:00.000Z' }
    const { points } = series({ compared_range })
    expect(points.map(({ compared }) => compared)).toEqual([500, 600, null])
    expect(points[2]).toMatchObject({ comparedFigure: '–', comparedTitle: null, delta: null })
  })

  it('says where the compared range ends within a bucket', () => {
    const { points } = series()
    expect(points.map(({ comparedTitle }) => comparedTitle)).toEqual([
      'on Sunday 15 November 2026',
      'on Monday 16 November 2026',
      'on Tuesday 17 November 2026, until 10:00',
    ])
  })

  it('names the days compared with where they are no week of the calendar', () => {
    const weeks = {
      ...result,
      rows: [
        row('2026-11-01', 100, '2025-11-01', 90),
        row('2026-11-02', 700, '2025-11-02', 600),
        row('2026-11-09', 300, '2025-11-09', 200),
      ],
      compared_range: { from: '2025-11-01T00:00:00.000Z', to: '2025-11-12T10:00:00.000Z' },
    }
    const { points } = prepareSeries(weeks, 'sessions', 'week', { from: '2026-11-01', to: '2026-11-21' })
    expect(points.map(({ comparedTitle }) => comparedTitle)).toEqual([
      'for 1 November 2025',
      'in the week of Sunday 2 November 2025',
      'for 9 to 12 November 2025, the last day until 10:00',
    ])
  })

  it('says where the compared range begins within a bucket', () => {
    const compared_range = { from: '2026-11-15T14:03:00.000Z', to: '2026-11-17T14:02:31.000Z' }
    const { points } = series({ compared_range })
    expect(points.map(({ comparedTitle }) => comparedTitle)).toEqual([
      'on Sunday 15 November 2026, from 14:03',
      'on Monday 16 November 2026',
      'on Tuesday 17 November 2026, until 14:02',
    ])
  })

  it('says which part of an hour is compared', () => {
    const hour = (at: string, before: string) => ({
      key: `2026-11-20T${at}:00:00.000Z`,
      figures: { sessions: 4 },
      compared: { sessions: 3 },
      compared_key: `2026-11-13T${before}:00:00.000Z`,
    })
    const hours = {
      ...result,
      rows: [hour('09', '09'), hour('10', '10'), hour('11', '11')],
      compared_range: { from: '2026-11-13T09:30:00.000Z', to: '2026-11-13T11:20:00.000Z' },
    }
    const range = { from: '2026-11-20T09:30:00.000Z', to: '2026-11-20T12:00:00.000Z' }
    const { points } = prepareSeries(hours, 'sessions', 'hour', range)
    expect(points.map(({ comparedTitle }) => comparedTitle)).toEqual([
      'on Friday 13 November 2026 at 09:00, from 09:30',
      'on Friday 13 November 2026 at 10:00',
      'on Friday 13 November 2026 at 11:00, until 11:20',
    ])
  })

  it('names the times compared with where they are no day of the calendar', () => {
    const before = (at: string) => ({ compared: { sessions: 3 }, compared_key: `2026-08-${at}.000Z` })
    const uneven = {
      ...result,
      rows: [
        { ...row('2026-11-18', 5), ...before('01T23:00:00') },
        { ...row('2026-11-19', 5), ...before('02T08:57:00') },
        { ...row('2026-11-20', 5), ...before('03T08:57:00') },
      ],
      compared_range: { from: '2026-08-01T23:00:00.000Z', to: '2026-08-03T23:00:00.000Z' },
    }
    expect(series(uneven).points.map(({ comparedTitle }) => comparedTitle)).toEqual([
      'on Sunday 2 August 2026, until 09:57',
      'for 2 to 3 August 2026, the first day from 09:57 and the last day until 09:57',
      'on Monday 3 August 2026, from 09:57',
    ])
  })

  it('draws one line where everything is complete', () => {
    const { points } = series({ incomplete_from: null })
    expect(points.map(({ whole, partial }) => [whole, partial])).toEqual([
      [700, null],
      [800, null],
      [50, null],
    ])
  })

  it('names total, change and highest bucket in a sentence', () => {
    expect(series().sentence).toBe(
      'Sessions: 1,550, up 38.4% from 15 to 17 November 2026, the last day until 10:00; most on Thursday 19 November 2026, with 800.',
    )
    const nothing = { rows: [row('2026-11-18', 0)], totals: { figures: { sessions: 0 } } }
    expect(series({ ...nothing, incomplete_from: null, compared_range: null }).sentence).toBe('Sessions: 0.')
  })

  it('names no rate of few sessions as the highest', () => {
    const rate = (day: string, conversion_rate: number, sessions: number) => ({
      key: `${day}T00:00:00.000Z`,
      figures: { conversion_rate, sessions },
    })
    const sentence = (...rows: ReturnType<typeof rate>[]) =>
      prepareSeries(
        { ...result, rows, totals: { figures: { conversion_rate: 6.2 } }, compared_range: null },
        'conversion_rate',
        'day',
        RANGE,
      ).sentence
    expect(sentence(rate('2026-11-18', 100, 1), rate('2026-11-19', 6, 400))).toBe(
      'Conversion rate: 6.20%; highest on Thursday 19 November 2026, with 6.00%, leaving out days with fewer than 30 sessions.',
    )
    expect(sentence(rate('2026-11-18', 2, 1), rate('2026-11-19', 6, 400))).toBe(
      'Conversion rate: 6.20%; highest on Thursday 19 November 2026, with 6.00%.',
    )
    expect(sentence(rate('2026-11-18', 100, 1))).toBe('Conversion rate: 6.20%.')
  })

  it('says so where the range compared with is longer than what is drawn', () => {
    const longer = { from: '2026-11-15T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }
    expect(series({ compared_range: longer }).sentence).toMatch(
      /The comparison period is longer: only its first 3 days are drawn\.$/,
    )
  })

  it('names the days compared with, the last one included', () => {
    const compared_range = { from: '2026-11-15T00:00:00.000Z', to: '2026-11-18T00:00:00.000Z' }
    expect(series({ compared_range }).before).toBe('15 to 17 November 2026')
  })
})

it.each([
  ['2026-11-15T00:00:00Z', '2026-11-18T00:00:00Z', '15 to 17 November 2026'],
  ['2026-11-17T00:00:00Z', '2026-11-17T10:00:00Z', '17 November 2026, until 10:00'],
  ['2026-11-17T14:03:00Z', '2026-11-18T00:00:00Z', '17 November 2026, from 14:03'],
  ['2026-11-17T09:30:00Z', '2026-11-17T11:20:00Z', '17 November 2026, from 09:30 until 11:20'],
  [
    '2026-10-24T23:00:00Z',
    '2026-11-20T14:02:31Z',
    '25 October to 20 November 2026, the last day until 14:02',
  ],
  ['2026-11-06T14:03:00Z', '2026-11-14T00:00:00Z', '6 to 13 November 2026, the first day from 14:03'],
  [
    '2026-11-06T14:03:00Z',
    '2026-11-13T14:02:31Z',
    '6 to 13 November 2026, the first day from 14:03 and the last day until 14:02',
  ],
])('daysText: from %s to %s are %s', (from, to, text) => {
  expect(daysText({ from, to })).toBe(text)
})

it('wholeValues ends where the last bucket is over, so that a sparkline shows no fall', () => {
  const values = wholeValues(result, 'sessions', countedOfRows(result, 'day', RANGE))
  expect(sparklinePath(values)).toBe('M0 0.125L0.5 0')
})

describe('describePoint', () => {
  // Nothing is compared with the last.
  const [first, , last] = series({ rows: result.rows.with(2, row('2026-11-20', 50)) }).points

  it('reads out the day, its figure, the one compared with, and what happened', () => {
    expect(first && describePoint(first, ['Published: The Cold Sieve', 'The new masthead'])).toBe(
      'Wednesday 18 November 2026: 700, up 40.0% from 500 on Sunday 15 November 2026. Published: The Cold Sieve. The new masthead.',
    )
  })

  it('says that a bucket is incomplete, and nothing of a comparison that there is not', () => {
    expect(last && describePoint(last, [])).toBe('Friday 20 November 2026, so far: 50.')
  })
})
