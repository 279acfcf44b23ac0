import type { Filter } from '@half-measure/shared/stats/engine/question.ts'
import { describe, expect, it } from 'vitest'
import { breakdownAsked, detailMetrics, panelMetrics } from './asked.ts'

const scope = { filters: [] as Filter[], compare: null, exact: false }

describe('what a breakdown asks', () => {
  it('is the chosen figure where that adds up', () => {
    expect(panelMetrics('page', 'page_views')).toEqual(['page_views'])
  })

  it('is a rate beside the visits that it is a rate of, in the order of the visits', () => {
    expect(panelMetrics('country', 'bounce_rate')).toEqual(['sessions', 'bounce_rate'])
  })

  it('is what readers did, of what readers do', () => {
    expect(panelMetrics('element', 'bounce_rate')[0]).toBe('clicks')
    expect(detailMetrics('product')[0]).toBe('conversions')
  })

  it('leaves visits without a campaign out of the campaigns', () => {
    const { filters } = breakdownAsked({ ...scope, metric: 'sessions' }, 'utm_term')
    expect(filters).toEqual([{ operator: 'is_not', dimension: 'utm_term', values: [''] }])
    expect(breakdownAsked({ ...scope, metric: 'sessions' }, 'page').filters).toEqual([])
  })
})
