import { describe, expect, it } from 'vitest'
import { prepareSeries } from './prepare-series.ts'
import { seriesWords } from './series-words.ts'

const [friday, today] = prepareSeries(
  {
    rows: [
      {
        key: '2026-11-13T00:00:00.000Z',
        figures: { sessions: 261 },
        compared: { sessions: 210 },
        compared_key: '2026-10-16T00:00:00.000Z',
      },
      { key: '2026-11-20T00:00:00.000Z', figures: { sessions: 60 } },
    ],
    totals: { figures: { sessions: 321 } },
    incomplete_from: '2026-11-20T00:00:00.000Z',
    compared_range: null,
  },
  'sessions',
  'day',
).points

describe('a bucket in words', () => {
  it('says its day, its figure, what it is held against and what happened then', () => {
    expect(friday && seriesWords(friday, ['Published: The Cold Sieve', 'The new masthead'])).toBe(
      'Friday 13 November 2026: 261, up 24.3% against 210 on Friday 16 October 2026. Published: The Cold Sieve. The new masthead.',
    )
  })

  it('says that it is not over, and nothing of what there is not', () => {
    expect(today && seriesWords(today, [])).toBe('Friday 20 November 2026, so far: 60.')
  })
})
