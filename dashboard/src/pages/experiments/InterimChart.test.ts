import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { describe, expect, it } from 'vitest'
import { interimAnalyses } from './InterimChart.tsx'

type Given = Pick<ExperimentResult, 'goal' | 'analyses'>

const comparison = {
  difference: 0.004,
  interval: [-0.002, 0.01] as [number, number],
  lift: null,
  lift_interval: null,
  p: 0.4,
}
const arm = (variant: string, isCompared: boolean) => ({
  variant,
  exposures: 100,
  converters: 4,
  rate: 0.04,
  comparison: isCompared ? comparison : null,
})
const analyses: Given['analyses'] = [
  { day: '2026-10-24', arms: [arm('default', false), arm('compact', false)] },
  { day: '2026-10-25', arms: [arm('default', false), arm('compact', true)] },
]

describe('interimAnalyses', () => {
  it('begins with the first analysis, in percentage points, on the day that was counted', () => {
    const points = interimAnalyses({ goal: 'affiliate_click', analyses }, 'compact')
    expect(points).toEqual([
      {
        day: '2026-10-25',
        label: 'Sun 25 Oct',
        difference: 0.004,
        interval: [-0.002, 0.01],
        differenceText: '+0.4 points',
        rangeText: '−0.2 to +1.0 points',
      },
    ])
  })

  it('is in pounds where the goal is value', () => {
    expect(interimAnalyses({ goal: 'value', analyses }, 'compact')[0]?.rangeText).toBe('−£0.002 to +£0.010')
  })

  it('has nothing of the control', () => {
    expect(interimAnalyses({ goal: 'value', analyses }, 'default')).toEqual([])
  })
})
