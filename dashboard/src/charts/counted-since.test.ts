import { describe, expect, it } from 'vitest'
import { comparisonText, countedSince, countedUntil, onlyCounted } from './counted-since.ts'

const day = (date: string) => `2026-${date}T00:00:00.000Z`

/** Four days compared with four days of August. */
function comparedWith(counted_since: string | null, ...views: number[]) {
  return {
    rows: views.map((page_views, at) => ({
      key: day(`11-0${at + 1}`),
      figures: { page_views: 50 },
      compared: { page_views },
      compared_key: day(`08-0${at + 1}`),
    })),
    totals: { figures: { page_views: 200 }, compared: { page_views: 20 } },
    compared_range: { from: day('08-01'), to: day('08-05') },
    counted_since,
  }
}

describe('countedSince', () => {
  it('is when counting began, where that was within the range', () => {
    expect(countedSince(comparedWith(day('08-03')))).toEqual(new Date(day('08-03')))
  })

  it('is the end of the range where nothing was counted in it', () => {
    expect(countedSince(comparedWith(null))).toEqual(new Date(day('08-05')))
    expect(countedSince(comparedWith(day('09-01')))).toEqual(new Date(day('08-05')))
    const hours = { from: day('08-01'), to: '2026-08-01T18:00:00.000Z' }
    expect(countedSince({ compared_range: hours, counted_since: '2026-08-02T18:00:00.000Z' })).toEqual(
      new Date(hours.to),
    )
  })

  it('is null where counting had begun, on the first day too, and without a comparison', () => {
    expect(countedSince(comparedWith(day('07-01')))).toBeNull()
    expect(countedSince(comparedWith('2026-08-01T12:00:00.000Z'))).toBeNull()
    expect(countedSince({ ...comparedWith(null), compared_range: null })).toBeNull()
  })
})

describe('onlyCounted', () => {
  it('leaves nothing that was not measured to compare with', () => {
    const { rows, totals } = onlyCounted(comparedWith(day('08-03'), 0, 0, 20, 0), new Date(day('08-03')))
    expect(rows.map(({ compared }) => compared?.page_views)).toEqual([undefined, undefined, 20, 0])
    expect(totals).toEqual({ figures: { page_views: 200 } })
  })

  it('is the same where all was measured', () => {
    const result = comparedWith(null, 1, 2, 3, 4)
    expect(onlyCounted(result, null)).toBe(result)
  })
})

it('says what changes are from, or why there are none', () => {
  const { compared_range } = comparedWith(null)
  const given = { bounds: () => ({ from: day('11-01'), to: day('11-05') }) }
  const now = new Date(day('11-20'))
  const words = (since: Date | null) => comparisonText(compared_range, since, given, now)
  expect(words(null)).toBe(
    'Compared with 1 to 5 August 2026, the first day from 01:00 and the last day until 01:00.',
  )
  expect(words(new Date(day('08-03')))).toMatch(
    /^There are no events before Monday 3 August 2026, so there is no full comparison/,
  )
  expect(comparisonText({ from: day('08-01'), to: day('08-31') }, null, given, now)).toMatch(
    /They are 30 days, the period is 4 days: compare rates, not counts\.$/,
  )
  expect(words(new Date(day('08-05')))).toMatch(/^Nothing was counted from 1 to 5 August 2026/)
})

it('says when both ends of the seven days before are, which are within a day', () => {
  const range = { from: '2026-11-06T14:03:00.000Z', to: '2026-11-13T14:02:31.000Z' }
  const given = { bounds: () => ({ from: '2026-11-13T14:03:00.000Z', to: '2026-11-20T14:03:00.000Z' }) }
  expect(comparisonText(range, null, given, new Date('2026-11-20T14:02:31.000Z'))).toBe(
    'Compared with 6 to 13 November 2026, the first day from 14:03 and the last day until 14:02.',
  )
})

it('says nothing of lengths that differ by a change of the clocks alone', () => {
  // The last 28 days by weeks, on Monday 2 November 2026 at 11:30: summer time ended within the period.
  const range = { from: '2026-09-07T23:00:00.000Z', to: '2026-10-05T10:30:00.000Z' }
  const given = { bounds: () => ({ from: '2026-10-05T23:00:00.000Z', to: '2026-11-03T00:00:00.000Z' }) }
  expect(comparisonText(range, null, given, new Date('2026-11-02T11:30:00.000Z'))).toBe(
    'Compared with 8 September to 5 October 2026, the last day until 11:30.',
  )
})

describe('lengths that days do not tell apart', () => {
  const lengths = (range: { from: string; to: string }, given: { from: string; to: string }, now: string) =>
    comparisonText(range, null, { bounds: () => given }, new Date(now)).split('. ')[1]

  it('are given in hours', () => {
    // Yesterday and today until 11:00, against a single day.
    const given = { from: day('11-19'), to: day('11-21') }
    expect(lengths({ from: day('11-02'), to: day('11-03') }, given, '2026-11-20T11:00:00.000Z')).toBe(
      'They are 24 hours, the period is 35 hours: compare rates, not counts.',
    )
  })

  it('are so where nothing of today is counted yet', () => {
    const today = { from: day('11-20'), to: day('11-21') }
    const compared = { from: day('11-13'), to: '2026-11-13T14:00:00.000Z' }
    expect(lengths(compared, today, '2026-11-19T20:00:00.000Z')).toBe(
      'They are 14 hours, the period is 0 hours: compare rates, not counts.',
    )
  })

  it('are so where February has no such day', () => {
    const march = { from: day('03-01'), to: '2026-03-31T23:00:00.000Z' }
    expect(lengths({ from: day('02-01'), to: day('03-01') }, march, '2026-03-29T10:00:00.000Z')).toBe(
      'They are 672 hours, the period is 682 hours: compare rates, not counts.',
    )
  })
})

it('countedUntil is now, or earlier where figures are late or end with the last whole hour', () => {
  const now = new Date('2026-11-20T14:02:31.000Z')
  const asOf = (as_of: string) => ({ rows_read: 0, bytes_read: 0, took_ms: 0, cached: false, as_of })
  expect(countedUntil(asOf('2026-11-20T14:00:00.000Z'), now)).toEqual(new Date('2026-11-20T14:00:00.000Z'))
  expect(countedUntil(asOf('2026-11-20T14:02:32.000Z'), now)).toEqual(now)
})
