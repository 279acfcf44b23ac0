import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { describe, expect, it } from 'vitest'
import { breakdownQuery, detailMetrics, panelMetrics } from './explore-query.ts'

const scope = { filters: [] as Filter[] }

describe('the query of a breakdown', () => {
  it('is the chosen figure where that adds up', () => {
    expect(panelMetrics('page', 'page_views')).toEqual(['page_views'])
  })

  it('is a rate beside its sessions, sorted by these', () => {
    expect(panelMetrics('country', 'bounce_rate')).toEqual(['sessions', 'bounce_rate'])
  })

  it('has the median beside a mean, and a mean beside its median', () => {
    expect(panelMetrics('country', 'engaged_time')).toEqual([
      'sessions',
      'engaged_time',
      'median_engaged_time',
    ])
    expect(panelMetrics('entry', 'median_duration')[2]).toBe('session_duration')
  })

  it('counts actions by how often they happened', () => {
    expect(panelMetrics('element', 'bounce_rate')[0]).toBe('clicks')
    expect(detailMetrics('product')[0]).toBe('goals')
  })

  it('has in full what was reached, and by what share of the sessions', () => {
    expect(detailMetrics('page').slice(-3)).toEqual(['goals', 'conversion_rate', 'revenue'])
  })

  it('compares no rates of variants: Experiments says when they can be trusted', () => {
    expect(panelMetrics('variant', 'conversion_rate')).toEqual(['sessions'])
    expect(detailMetrics('experiment')).toEqual(['sessions'])
  })

  it('leaves sessions without a campaign out of the campaigns', () => {
    const { filters } = breakdownQuery(scope, 'utm_term', 'sessions')
    expect(filters).toEqual([{ operator: 'is_not', dimension: 'utm_term', values: [''] }])
    expect(breakdownQuery(scope, 'page', 'sessions').filters).toEqual([])
  })
})
