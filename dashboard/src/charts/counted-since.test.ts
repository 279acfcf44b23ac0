import { describe, expect, it } from 'vitest'
import { comparisonWords, countedSince, onlyCounted } from './counted-since.ts'

const day = (date: string) => `2026-${date}T00:00:00.000Z`

/** Four days compared with four days of August. */
function comparedWith(...views: number[]) {
  return {
    rows: views.map((page_views, at) => ({
      key: day(`11-0${at + 1}`),
      figures: { page_views: 50 },
      compared: { page_views },
      compared_key: day(`08-0${at + 1}`),
    })),
    totals: { figures: { page_views: 200 }, compared: { page_views: Math.max(...views) } },
    compared_range: { from: day('08-01'), to: day('08-05') },
  }
}

describe('countedSince', () => {
  it('is the first counted day, where nothing was counted for days before', () => {
    expect(countedSince(comparedWith(0, 0, 20, 0))).toEqual(new Date(day('08-03')))
  })

  it('is the end of the range where nothing was counted in it', () => {
    expect(countedSince(comparedWith(0, 0, 0, 0))).toEqual(new Date(day('08-05')))
  })

  it('is null where counting had begun, where a day was quiet, and without a comparison', () => {
    expect(countedSince(comparedWith(5, 0, 0, 20))).toBeNull()
    expect(countedSince(comparedWith(0, 20, 0, 0))).toBeNull()
    expect(countedSince({ ...comparedWith(0, 0, 0, 0), compared_range: null })).toBeNull()
  })

  it('is not the end of a longer range whose first days alone lie beside the rows', () => {
    const longer = {
      ...comparedWith(0, 0, 0, 0),
      totals: { figures: {}, compared: { page_views: 90 } },
      compared_range: { from: day('08-01'), to: day('08-31') },
    }
    expect(countedSince(longer)).toEqual(new Date(day('08-04')))
  })
})

describe('onlyCounted', () => {
  it('leaves nothing that was not measured to compare with', () => {
    const { rows, totals } = onlyCounted(comparedWith(0, 0, 20, 0), new Date(day('08-03')))
    expect(rows.map(({ compared }) => compared?.page_views)).toEqual([undefined, undefined, 20, 0])
    expect(totals).toEqual({ figures: { page_views: 200 } })
  })

  it('is the same where all was measured', () => {
    const result = comparedWith(1, 2, 3, 4)
    expect(onlyCounted(result, null)).toBe(result)
  })
})

it('says what changes are from, or why there are none', () => {
  const { compared_range } = comparedWith()
  const given = { bounds: () => ({ from: day('11-01'), to: day('11-05') }) }
  const now = new Date(day('11-20'))
  const words = (since: Date | null) => comparisonWords(compared_range, since, given, now)
  expect(words(null)).toBe('Changes are from 1 to 5 August 2026, the last day until 01:00.')
  expect(words(new Date(day('08-03')))).toMatch(
    /^Measured since Monday 3 August 2026, so there is too little/,
  )
  expect(comparisonWords({ from: day('08-01'), to: day('08-31') }, null, given, now)).toMatch(
    /They are 30 days, the period is 4 days: compare rates, not counts\.$/,
  )
  expect(words(new Date(day('08-05')))).toMatch(/^Nothing was counted from 1 to 5 August 2026/)
})
