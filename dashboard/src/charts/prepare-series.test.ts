import { describe, expect, it } from 'vitest'
import { prepareSeries } from './prepare-series.ts'

const row = (key: string, sessions: number | null, compared?: number) => ({
  key,
  figures: { sessions },
  ...(compared !== undefined && { compared: { sessions: compared }, compared_key: `2025${key.slice(4)}` }),
})
const days = [
  row('2026-11-18T00:00:00.000Z', 700, 500),
  row('2026-11-19T00:00:00.000Z', 800, 600),
  row('2026-11-20T00:00:00.000Z', 50, 20),
]
const answer = {
  rows: days,
  totals: { figures: { sessions: 1_550 }, compared: { sessions: 1_120 } },
  incomplete_from: '2026-11-20T00:00:00.000Z',
  compared_range: { from: '2026-11-15T00:00:00.000Z', to: '2026-11-17T10:00:00.000Z' },
}

describe('prepareSeries', () => {
  it('draws the bucket that is not over as a part of its own, which begins where the rest ends', () => {
    const { points } = prepareSeries(answer, 'sessions', 'day')
    expect(points.map(({ whole, partial, compared }) => [whole, partial, compared])).toEqual([
      [700, null, 500],
      [800, 800, 600],
      [null, 50, 20],
    ])
    expect(points.map(({ incomplete }) => incomplete)).toEqual([false, false, true])
  })

  it('draws nothing of buckets that have not begun, but what they will be held against', () => {
    const { points } = prepareSeries(
      { ...answer, incomplete_from: '2026-11-19T00:00:00.000Z' },
      'sessions',
      'day',
    )
    expect(points.map(({ whole, partial, compared }) => [whole, partial, compared])).toEqual([
      [700, 700, 500],
      [null, 800, 600],
      [null, null, 20],
    ])
    expect(points[2]).toMatchObject({ figure: '–', delta: null, incomplete: false })
  })

  it('draws all of it as one line where everything is over', () => {
    const { points } = prepareSeries({ ...answer, incomplete_from: null }, 'sessions', 'day')
    expect(points.map(({ whole, partial }) => [whole, partial])).toEqual([
      [700, null],
      [800, null],
      [50, null],
    ])
  })

  it('says the total, its change and the highest bucket', () => {
    expect(prepareSeries(answer, 'sessions', 'day').sentence).toBe(
      'Visits: 1,550, up 38.4% against 15 to 17 November 2026; most on Thursday 19 November 2026, with 800.',
    )
  })

  it('says so when there is nothing', () => {
    const nothing = { rows: [row('2026-11-18T00:00:00.000Z', 0)], totals: { figures: { sessions: 0 } } }
    expect(
      prepareSeries({ ...nothing, incomplete_from: null, compared_range: null }, 'sessions', 'day').sentence,
    ).toBe('Visits: 0; nothing to show.')
  })

  it('ends what it is compared with before the last instant, as days do', () => {
    const range = { from: '2026-11-15T00:00:00.000Z', to: '2026-11-18T00:00:00.000Z' }
    expect(prepareSeries({ ...answer, compared_range: range }, 'sessions', 'day').before).toBe(
      '15 to 17 November 2026',
    )
  })

  it('names what it is compared with', () => {
    expect(prepareSeries(answer, 'sessions', 'day').points[0]?.comparedTitle).toBe(
      'on Tuesday 18 November 2025',
    )
  })
})
