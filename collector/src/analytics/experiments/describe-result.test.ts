import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { expect, it } from 'vitest'
import { NO_COUNTS } from './day-counts.ts'
import { describeResult } from './describe-result.ts'
import { judge } from './judge.ts'
import { DESIGN, onDates } from './testing/made-up-days.ts'

/** The result after days with so many exposures of each variant. */
function resultOf(days: readonly (readonly [number, number])[], switchers = 0): ExperimentResult {
  const counts = days.map((exposures) => ({
    day: '',
    arms: exposures.map((count) => ({ ...NO_COUNTS, exposures: count, converters: 10, switchers })),
  }))
  const judgement = judge(onDates(counts), DESIGN)
  return ExperimentResult.parse(
    describeResult({ test: 'layout', design: DESIGN, judgement, open: [], bots: 0, cap: null, ended: null }),
  )
}

const rates = ({ variants }: ExperimentResult) => variants.map(({ rate }) => rate)

it('has no figures by variant where too many sessions saw two, but says how many', () => {
  const result = resultOf([[100, 100]], 6)
  expect(result.switchers).toEqual({ sessions: 12, share: 0.06 })
  expect(rates(result)).toEqual([null, null])
  expect(result.analyses).toEqual([])
  expect(rates(resultOf([[100, 100]], 5))).toEqual([0.1, 0.1])
})

it('gives the check of the day on which the split failed, whatever it is by now', () => {
  const later = Array.from({ length: 20 }, () => [200, 200] as const)
  const failed = resultOf([[200, 120]]).split
  expect(failed).toMatchObject({ status: 'mismatch', failed_on: '2026-09-01' })
  expect(failed.p).toBeLessThan(0.001)
  expect(resultOf([[200, 120], ...later]).split).toEqual(failed)
  expect(resultOf([[200, 160], ...later]).split).toMatchObject({ status: 'ok', failed_on: null })
})
