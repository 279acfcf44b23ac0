import type { ExperimentPlan } from '@half-measure/shared/stats/experiments-plan.ts'
import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { describe, expect, it } from 'vitest'
import { SeededRandom } from '../../../seed/seeded-random.ts'
import { type DayCounts, NO_COUNTS } from './day-counts.ts'
import { judge } from './judge.ts'
import { SINGLE_ANALYSIS_Z } from './wilson.ts'

/** So many are about 0.3 points off at most. */
const RUNS = 20_000

const PLAN: ExperimentPlan = {
  goal: 'affiliate_click',
  goals: DEFAULT_GOALS,
  alpha: 0.05,
  // None is worth having: only better and worse are counted here.
  smallestLift: 1e-9,
  minDays: 7,
  maxDays: 56,
}

/** How many of `n` convert, drawn from the distribution itself: one number a draw. */
function drawer(random: SeededRandom, n: number, rate: number): () => number {
  const upTo: number[] = []
  let chance = (1 - rate) ** n
  let sum = 0
  for (let k = 0; k <= n; k++) {
    upTo.push((sum += chance))
    chance *= ((n - k) / (k + 1)) * (rate / (1 - rate))
  }
  return () => {
    const at = random.fraction()
    let converted = 0
    while (converted < n && (upTo[converted] ?? 1) < at) converted++
    return converted
  }
}

interface Setting {
  readonly days: number
  /** Exposed sessions a day, by variant, the control first; the split follows them. */
  readonly sessions: readonly number[]
  readonly rates: readonly number[]
  readonly runs?: number
  /** Of a week of seven days, how many have sessions; by default all. */
  readonly daysAWeek?: number
}

/** Tests that are looked at every day, made up from a seed. */
function* madeUp({ days, sessions, rates, runs = RUNS, daysAWeek = 7 }: Setting): Generator<DayCounts[]> {
  const random = new SeededRandom(20_261_120)
  const draws = sessions.map((n, i) => drawer(random, n, rates[i] ?? 0))
  for (let run = 0; run < runs; run++) {
    yield Array.from({ length: days }, (_, day) => ({
      day: String(day + 1),
      arms: sessions.map((exposures, i) =>
        day % 7 < daysAWeek ? { ...NO_COUNTS, exposures, converters: draws[i]?.() ?? 0 } : NO_COUNTS,
      ),
    }))
  }
}

/** Of a hundred tests, how many end with a verdict of the kind for any variant. */
function percentOf(kind: 'keep' | 'stop' | 'either', setting: Setting): number {
  let found = 0
  let runs = 0
  for (const days of madeUp(setting)) {
    const { decisions } = judge(days, { weights: setting.sessions, plan: PLAN, isValue: false })
    runs++
    if (decisions.some((made) => made && (kind === 'either' || made.kind === kind))) found++
  }
  return (found / runs) * 100
}

/** The usual mistake: a verdict on the first day on which p is below 0.05. */
function percentOfDailyTests(setting: Setting): number {
  let found = 0
  let runs = 0
  for (const days of madeUp(setting)) {
    runs++
    const [n, s] = [
      [0, 0],
      [0, 0],
    ]
    for (const { arms } of days) {
      for (const [i, arm] of arms.entries()) {
        n[i] = (n[i] ?? 0) + arm.exposures
        s[i] = (s[i] ?? 0) + arm.converters
      }
      const [nA = 0, nB = 0, sA = 0, sB = 0] = [...n, ...s]
      const pooled = (sA + sB) / (nA + nB)
      const se = Math.sqrt(pooled * (1 - pooled) * (1 / nA + 1 / nB))
      if (se > 0 && Math.abs(sB / nB - sA / nA) / se >= SINGLE_ANALYSIS_Z) {
        found++
        break
      }
    }
  }
  return (found / runs) * 100
}

/** Not near the figure but within so many points of it. */
function expectWithin(value: number, expected: number, points: number): void {
  expect(Math.abs(value - expected), `${value} %, expected ${expected} %`).toBeLessThanOrEqual(points)
}

const alike = [0.05, 0.05]

describe('of tests without any difference, looked at daily', () => {
  it('20 in 1,000 get a false verdict within 28 days, where a daily test of significance has 274', () => {
    const setting = { days: 28, sessions: [200, 200], rates: alike }
    expectWithin(percentOf('either', setting), 2, 0.4)
    expectWithin(percentOfDailyTests(setting), 27.4, 1)
  })

  it('25 in 1,000 get one within 84 days, and fewer than 5 in 100 within a year', () => {
    expectWithin(
      percentOf('either', { days: 84, sessions: [200, 200], rates: alike, runs: 10_000 }),
      2.5,
      0.5,
    )
    const year = percentOf('either', { days: 365, sessions: [200, 200], rates: alike, runs: 3_000 })
    expect(year).toBeLessThan(5)
  })

  it('17 in 1,000 get one where two variants are compared with the control', () => {
    const setting = { days: 28, sessions: [240, 180, 180], rates: [0.05, 0.05, 0.05] }
    expectWithin(percentOf('either', setting), 1.7, 0.4)
  })

  it('17 in 1,000 get one where two days of seven have sessions', () => {
    const setting = { days: 84, sessions: [200, 200], rates: alike, daysAWeek: 2 }
    expectWithin(percentOf('either', setting), 1.7, 0.4)
  })

  it.each([
    [0.005, [180, 20]],
    [0.3, [20, 20]],
    [0.01, [100, 100]],
  ])('fewer than 5 in 100 at a rate of %d and sessions of %j', (rate, sessions) => {
    const false_ = percentOf('either', { days: 84, sessions, rates: [rate, rate], runs: 3_000 })
    expect(false_).toBeLessThan(5)
  })
})

describe('a true difference is found', () => {
  it('of a fifth more in 36 of 100 tests within 28 days, in 68 within 56, and the wrong way in none of 1,000', () => {
    const setting = { sessions: [200, 200], rates: [0.05, 0.06], runs: 10_000 }
    expectWithin(percentOf('keep', { ...setting, days: 28 }), 36.2, 1.5)
    expectWithin(percentOf('keep', { ...setting, days: 56 }), 68.4, 1.5)
    expect(percentOf('stop', { ...setting, days: 56 })).toBeLessThan(0.1)
  })

  it('of a fifth less in 78 of 100 within 56 days', () => {
    expectWithin(
      percentOf('stop', { days: 56, sessions: [200, 200], rates: [0.05, 0.04], runs: 5_000 }),
      78,
      2,
    )
  })
})
