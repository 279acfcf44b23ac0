import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Figures } from '@half-measure/shared/stats/engine/stats-result.ts'
import { describe, expect, it } from 'vitest'
import { aStatsResult } from '../../testing/stats-result.ts'
import { withholdSmallGroups } from './small-groups.ts'

const BREAKDOWN = { metrics: ['page_views'], dimension: 'page', limit: 10, offset: 0 } as const

describe('figures of fewer than five sessions', () => {
  it('are no row of a split, and are not counted as one', () => {
    const { rows, row_count } = withholdSmallGroups(
      BREAKDOWN,
      aStatsResult({
        rows: [
          { key: '/a', figures: { page_views: 9, sessions: 5 } },
          { key: '/b', figures: { page_views: 40, sessions: 4 } },
          { key: '/c', figures: { page_views: 12, sessions: 12 } },
        ],
      }),
    )
    expect(rows).toEqual([
      { key: '/c', figures: { page_views: 12 } },
      { key: '/a', figures: { page_views: 9 } },
    ])
    expect(row_count).toBe(2)
  })

  it('are no shares of 0 and no revenue of 0, which are figures of sessions and of goals', () => {
    const keysOf = (
      metrics: readonly Metric[],
      dimension: Dimension,
      figures: Readonly<Record<string, Figures>>,
    ) =>
      withholdSmallGroups(
        { metrics, dimension, limit: 10, offset: 0 },
        aStatsResult({ rows: Object.entries(figures).map(([key, of]) => ({ key, figures: of })) }),
      ).rows.map(({ key }) => key)
    const rates = {
      none: { conversion_rate: 0, sessions: 14 },
      all: { conversion_rate: 100, sessions: 7 },
      'of few': { conversion_rate: null, sessions: 7 },
      few: { conversion_rate: 0, sessions: 4 },
    }
    expect(keysOf(['conversion_rate'], 'channel', rates)).toEqual(['all', 'none'])
    // Split by goals, the rate is a share of all sessions, not of those in the row.
    expect(keysOf(['conversion_rate'], 'event_type', rates)).toEqual(['all'])
    const earned = {
      free: { revenue: 0, goals: 2, sessions: 5 },
      none: { revenue: 0, goals: 0, sessions: 5 },
    }
    expect(keysOf(['revenue'], 'channel', earned)).toEqual(['free'])
  })

  it('keep the requested page and order', () => {
    const all = ['/a', '/b', '/c', '/d'].map((key, n) => ({
      key,
      figures: { page_views: n + 1, sessions: 9 },
    }))
    const { rows, row_count } = withholdSmallGroups(
      { ...BREAKDOWN, order: { metric: 'page_views', descending: false }, limit: 2, offset: 1 },
      aStatsResult({ rows: all.toReversed() }),
    )
    expect(rows.map(({ key }) => key)).toEqual(['/b', '/c'])
    expect(row_count).toBe(4)
  })

  it('are a bucket of time without figures, even where the one session began earlier', () => {
    const { rows } = withholdSmallGroups(
      { metrics: ['page_views', 'sessions'], limit: 10, offset: 0 },
      aStatsResult({
        rows: [
          { key: '10', figures: { page_views: 3, sessions: 0 } },
          { key: '11', figures: { page_views: 0, sessions: 0 } },
          { key: '12', figures: { page_views: 6, sessions: 5 } },
        ],
      }),
    )
    expect(rows.map(({ figures }) => figures)).toEqual([
      { page_views: null, sessions: null },
      { page_views: 0, sessions: 0 },
      { page_views: 6, sessions: 5 },
    ])
  })

  it('are not given as totals, nor to compare with', () => {
    const { totals, rows } = withholdSmallGroups(
      BREAKDOWN,
      aStatsResult({
        rows: [
          { key: '/a', figures: { page_views: 9, sessions: 9 }, compared: { page_views: 2, sessions: 2 } },
        ],
        totals: { figures: { page_views: 3, sessions: 1 }, compared: { page_views: 30, sessions: 10 } },
      }),
    )
    expect(totals).toEqual({ figures: { page_views: null }, compared: { page_views: 30 } })
    expect(rows[0]?.compared).toEqual({ page_views: null })
  })
})
