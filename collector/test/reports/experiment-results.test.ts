import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { type Experiment, EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { dateTime64 } from '../../src/events/date-time64.ts'
import { exposures, type ExposureRow } from '../../src/analytics/experiments/exposures.ts'
import { experimentResults } from '../../src/analytics/experiments/experiment-results.ts'
import type { QueryRows } from '../../src/warehouse/clickhouse/query.ts'
import { EventTables } from './event-tables.ts'
import { type Converted, type Exposed, ExperimentOracle } from './experiment-oracle.ts'

const [layout, words] = EXPERIMENTS as [Experiment, Experiment]

/** The clocks go back on the 25th: that day has 25 hours. */
const START = Date.parse('2026-10-19T09:30:00Z')
const UNTIL = Date.parse('2026-11-04T12:00:00Z')

const exposed: Exposed[] = []
const converted: Converted[] = []

/** Sessions over two weeks: most are seen once and convert or not, and everything odd happens to some. */
function exposeSessions(): void {
  const random = new SeededRandom(18)
  for (let i = 0; i < 6_000; i++) {
    const session = `session_${START}_session${i}`
    const bot = random.chance(0.05)
    const at = START + Math.floor(random.fraction() * (UNTIL + DAY_MS - START))
    const variant = pickVariant(random)
    exposed.push({ test: layout.name, session, bot, at, variant })
    if (random.chance(0.01)) {
      const other = random.pick(['default', 'compact', 'detailed'])
      exposed.push({ test: layout.name, session, bot, at: at + random.below(HOUR_MS), variant: other })
    }
    if (random.chance(0.3)) exposed.push({ test: words.name, session, bot, at, variant: 'Check Price' })
    for (let n = random.below(4); n > 0; n--) {
      converted.push({
        session,
        bot,
        // Some before the exposure, some long after the day is final.
        at: at - 2 * HOUR_MS + Math.floor(random.fraction() ** 2 * 40 * HOUR_MS),
        type: random.pick(['affiliate_click', 'newsletter_signup', 'review_view']),
        pounds: random.chance(0.5) ? random.below(10_000) / 100 : 0,
        currency: random.chance(0.9) ? 'GBP' : 'EUR',
      })
    }
  }
  // Of the month before: what the cap is taken from.
  for (let i = 0; i < 250; i++) {
    const at = START - random.below(27 * DAY_MS) - 12 * HOUR_MS
    const session = `session_${at}_before${i}`
    converted.push({ session, bot: false, at, type: 'affiliate_click', pounds: 1 + i / 5, currency: 'GBP' })
  }
}

function pickVariant(random: SeededRandom): string {
  const at = random.fraction()
  return at < 0.4 ? 'default' : at < 0.7 ? 'compact' : 'detailed'
}

let tables: EventTables
beforeAll(async () => {
  exposeSessions()
  tables = await EventTables.open()
  // One assignment for a session and test, the first; later variants are kept apart.
  const byTest = Map.groupBy(exposed, ({ session, test }) => `${session} ${test}`)
  const first = new Set(
    [...byTest.values()].flatMap((shown) => shown.toSorted((a, b) => a.at - b.at)[0] ?? []),
  )
  await tables.switchVariants(
    exposed
      .filter((one) => !first.has(one))
      .map(({ session, test, variant, at }) => ({ sessionId: session, testName: test, variant, at })),
  )
  await tables.insert(
    'ab_test_assignments',
    [...first].map(({ test, session, bot, at, variant }) => ({
      at,
      session_id: session,
      is_bot: bot ? 1 : 0,
      test_name: test,
      variant,
    })),
  )
  await tables.insert(
    'conversion_events',
    converted.map(({ session, bot, at, type, pounds, currency }) => ({
      at,
      session_id: session,
      is_bot: bot ? 1 : 0,
      event_type: type,
      value: pounds,
      currency,
    })),
  )
})
afterAll(() => tables[Symbol.asyncDispose]())

async function resultOf(goal: ExperimentGoal | undefined, until = UNTIL): Promise<ExperimentResult> {
  return ExperimentResult.parse(
    await experimentResults(tables.statistics, { experiment: layout, goal, until }),
  )
}

describe('the result of a test', () => {
  it.each([
    ['affiliate_click', UNTIL],
    ['newsletter_signup', UNTIL],
    ['value', UNTIL],
    ['any_goal', UNTIL],
    ['affiliate_click', START + 5 * DAY_MS],
    ['affiliate_click', Date.parse('2026-10-26T05:59:59.999Z')],
    ['affiliate_click', Date.parse('2026-10-26T06:00:00Z')],
  ] as const)('by %s, at %d: matches the events, day by day', async (goal, until) => {
    const oracle = new ExperimentOracle(exposed, converted, { experiment: layout, goal, until })
    const result = await resultOf(goal, until)

    expect(result.analyses.map(({ day }) => day)).toEqual(oracle.completeDays)
    for (const { day, arms } of result.analyses) {
      for (const { variant, exposures, converters, rate } of arms) {
        const expected = oracle.upTo(day, variant)
        expect({ day, variant, exposures, converters }).toEqual({
          day,
          variant,
          exposures: expected.exposures,
          converters: expected.converters,
        })
        expect(rate).toBeCloseTo(expected.rate, 9)
      }
    }
    for (const { variant, exposures, open } of result.variants) {
      expect(open).toEqual(oracle.open(variant))
      expect(exposures).toBe(oracle.upTo(oracle.completeDays.at(-1) ?? '', variant).exposures)
    }
    expect(result.bots).toBe(oracle.bots)
    expect(result.switchers.sessions).toBe(oracle.switchers)
    expect(result.cap).toEqual(goal === 'value' ? { pounds: oracle.cap, capped: oracle.capped } : null)
  })

  it('is the same when its sessions are counted in shares', async () => {
    const query = { test: layout.name, goal: 'value', goals: DEFAULT_GOALS, until: UNTIL, cap: 40 } as const
    const statements: unknown[] = []
    const counting: QueryRows = (one, signal) => {
      statements.push(one.params)
      return tables.statistics.queryRows(one, signal)
    }
    const inShares = await exposures(counting, query, 1_000)
    expect(statements.length).toBeGreaterThan(5)
    const inOne = await exposures(tables.statistics.queryRows, query)
    expect(inOne.length).toBeGreaterThan(40)
    const rounded = (rows: readonly ExposureRow[]) =>
      rows.map((row) => ({ ...row, sum: row.sum.toFixed(6), squares: row.squares.toFixed(6) }))
    expect(rounded(inShares)).toEqual(rounded(inOne))
  })

  it('is non-trivial: every edge case occurs', async () => {
    const result = await resultOf('value')
    expect(result.days).toBe(16)
    expect(result.analyses[6]?.day).toBe('2026-10-25')
    expect(result.bots).toBeGreaterThan(100)
    expect(result.switchers.sessions).toBeGreaterThan(10)
    expect(result.cap?.capped).toBeGreaterThan(10)
    for (const { open } of result.variants) expect(open?.exposures).toBeGreaterThan(10)
  })

  it('by any goal: counts pages, elements, depths and places from Settings exactly like conversions', async () => {
    const reached = exposed
      .filter(({ test }) => test === layout.name)
      .slice(0, 900)
      .map(({ session, bot, at }, i) => ({ session, bot, at: at + 1_000, kind: i % 4 }))
    const rowsOf = (kind: number, columns: Record<string, unknown>) =>
      reached
        .filter((one) => one.kind === kind)
        .map(({ session, bot, at }) => ({
          at,
          session_id: session,
          is_bot: bot ? (1 as const) : (0 as const),
          page_path: '/thanks',
          ...columns,
        }))
    await tables.insert('page_views', rowsOf(0, {}))
    await tables.insert('click_events', rowsOf(1, { element_type: 'button', element_id: 'cta' }))
    await tables.insert('engagement_events', rowsOf(2, { active_ms: 1, scroll_depth: 75 }))
    const signup = { event_type: 'newsletter_signup', conversion_data: '{"source":"popup"}' }
    await tables.insert('conversion_events', rowsOf(3, signup))
    tables.goals = {
      event_types: [],
      custom: [
        { kind: 'page', path: '/th*' },
        { kind: 'click', element_id: 'cta' },
        { kind: 'scroll', path: '/thanks', depth: 50 },
        { kind: 'source', event_type: 'newsletter_signup', source: 'popup' },
      ],
    }
    const result = await resultOf('any_goal')
    tables.goals = DEFAULT_GOALS
    const asConversions = reached.map((one) => ({ ...one, type: 'a goal', pounds: 0, currency: '' }))
    const oracle = new ExperimentOracle(exposed, asConversions, {
      experiment: layout,
      goal: 'any_goal',
      until: UNTIL,
    })
    for (const { variant, converters } of result.variants)
      expect(converters).toBe(oracle.upTo(oracle.completeDays.at(-1) ?? '', variant).converters)
    expect(result.variants.reduce((sum, { converters }) => sum + (converters ?? 0), 0)).toBeGreaterThan(500)
  })

  it('compares from the first analysis on, and the difference is variant minus control', async () => {
    const result = await resultOf('affiliate_click')
    // The test began in the course of the 19th.
    expect(result.first_analysis).toBe('2026-10-26')
    expect(result.split.status).toBe('ok')
    const compared = ({ arms: [control, ...others] }: ExperimentResult['analyses'][number]) =>
      others.map(
        ({ rate, comparison }) => comparison && (rate ?? 0) - (control?.rate ?? 0) - comparison.difference,
      )
    expect(
      result.analyses
        .slice(0, 7)
        .flatMap(compared)
        .every((of) => of === null),
    ).toBe(true)
    for (const distance of result.analyses.slice(7).flatMap(compared))
      expect(distance ?? 1).toBeCloseTo(0, 12)
    expect(result.analyses.every(({ arms }) => arms[0]?.comparison === null)).toBe(true)
  })

  it('gives the same result for a day whenever it is requested', async () => {
    const later = await resultOf('affiliate_click')
    const earlier = await resultOf('affiliate_click', START + 10 * DAY_MS)
    expect(earlier.analyses.length).toBeGreaterThan(7)
    expect(later.analyses.slice(0, earlier.analyses.length)).toEqual(earlier.analyses)
  })

  it('begins with the first exposure that came in time, whatever slow clocks say', async () => {
    const before = await resultOf('affiliate_click')
    const received_at = dateTime64(START + 2 * DAY_MS)
    const row = { received_at, test_name: layout.name, variant: 'compact', is_bot: 0 } as const
    const at = START - 3 * DAY_MS
    await tables.insert('ab_test_assignments', [{ ...row, at, session_id: `session_${at}_slow` }])
    expect(before.first_day).toBe('2026-10-19')
    expect(await resultOf('affiliate_click')).toEqual(before)
  })

  it('decides by the planned goal only', async () => {
    const [, planned] = (await resultOf(undefined)).variants
    const [, other] = (await resultOf('newsletter_signup')).variants
    expect((await resultOf(undefined)).decides).toBe(true)
    expect(planned?.verdict?.kind).not.toBe('described')
    expect(other?.verdict?.kind).toBe('described')
    expect(other?.verdict?.sentence).toContain('decided by sessions with an affiliate click')
  })

  it('is decided by what its plan calls goals: those of Settings, which may change, only describe', async () => {
    const settings = new Error('Settings were read')
    const sources = { queryRows: tables.statistics.queryRows, goals: () => Promise.reject(settings) }
    const query = { experiment: layout, until: UNTIL }
    expect(await experimentResults(sources, query)).toEqual(await resultOf(undefined))
    await expect(experimentResults(sources, { ...query, goal: 'any_goal' })).rejects.toThrow(settings)
  })

  it('trusts no result of a test with a sample ratio mismatch: it has no figures by variant but the split', async () => {
    const result = await experimentResults(tables.statistics, { experiment: words, until: UNTIL })
    const { split, sentence, variants, analyses } = result
    expect(split).toMatchObject({ status: 'mismatch', failed_on: '2026-10-20' })
    expect(variants.map(({ verdict }) => verdict?.kind)).toEqual([undefined, 'unhealthy', 'unhealthy'])
    expect(sentence).toContain('expected 40.0/30.0/30.0, got 0.0/100.0/0.0')
    expect(analyses).toEqual([])
    expect(variants.map(({ exposures }) => exposures > 0)).toEqual([false, true, false])
    for (const variant of variants)
      expect(variant).toMatchObject({
        converters: null,
        rate: null,
        rate_interval: null,
        comparison: null,
        open: { converters: null },
      })
  })

  it('is empty before its first session', async () => {
    const result = await resultOf(undefined, START - DAY_MS)
    expect(result).toMatchObject({ days: 0, first_day: null, last_day: null, analyses: [] })
    expect(result.sentence).toBe('No sessions on a complete day yet.')
  })
})
