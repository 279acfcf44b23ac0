import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Results } from './ExperimentPanel.tsx'

type Variant = ExperimentResult['variants'][number]
type Verdict = NonNullable<Variant['verdict']>

const comparison: NonNullable<Variant['comparison']> = {
  difference: 0.004,
  interval: [-0.002, 0.01],
  lift: 0.1,
  lift_interval: [-0.05, 0.26],
  p: 0.4,
}

function variant(name: string, verdict: Verdict | null): Variant {
  return {
    variant: name,
    is_control: verdict === null,
    weight: 0.5,
    exposures: 4_321,
    expected: 4_000,
    converters: 173,
    rate: 0.04,
    rate_interval: [0.034, 0.047],
    open: { exposures: 10, converters: 1 },
    comparison: verdict && comparison,
    verdict,
  }
}

function resultOf(kind: Verdict['kind']): ExperimentResult {
  const verdict = { kind, since: null, shrunk: false, days_left: null, sentence: 'Said in words.' }
  const arm = { exposures: 4_321, converters: 173, rate: 0.04 }
  return {
    test: 'layout',
    goal: 'affiliate_click',
    decides: true,
    plan: {
      goal: 'affiliate_click',
      alpha: 0.05,
      alpha_per_comparison: 0.025,
      smallest_lift: 0.2,
      min_days: 7,
      max_days: 56,
    },
    time_zone: 'Europe/London',
    ended: null,
    first_day: '2026-11-01',
    last_day: '2026-11-22',
    days: 22,
    first_analysis: '2026-11-07',
    split: { status: 'mismatch', chi_square: 40, p: 1e-9, failed_on: '2026-11-09' },
    switchers: { sessions: 0, share: 0 },
    bots: 0,
    cap: null,
    variants: [variant('default', null), variant('compact', verdict)],
    analyses: [
      {
        day: '2026-11-22',
        arms: [
          { variant: 'default', ...arm, comparison: null },
          { variant: 'compact', ...arm, comparison },
        ],
      },
    ],
    sentence: 'Said in words.',
  }
}

const shown = (kind: Verdict['kind']) => renderToStaticMarkup(<Results result={resultOf(kind)} />)

describe('the results of a test', () => {
  it('are a table and a chart beside the verdict', () => {
    const html = shown('cannot_tell')
    expect(html).toContain('Said in words.')
    expect(html).toContain('4,321')
    expect(html).toContain('<figure>')
    expect(html).toContain('−0.2 to +1.0 points, with 97.5% confidence.')
    expect(html).toContain('once the band leaves the line at zero, or holds no change of 20% any more.')
  })

  it('say when it was decided, also with a single variant beside the control', () => {
    const result = resultOf('keep')
    for (const { verdict } of result.variants) if (verdict) verdict.since = '2026-11-12'
    expect(renderToStaticMarkup(<Results result={result} />)).toContain(
      'Said in words. Decided on Thursday 12 November 2026.',
    )
  })

  it('are words alone where it cannot be trusted, even if there are figures', () => {
    const html = shown('unhealthy')
    expect(html).toContain('Said in words.')
    expect(html).toContain('not as planned since Monday 9 November 2026')
    expect(html).not.toMatch(/<table|<figure|<svg|4,321|173|4\.00%/)
  })
})
