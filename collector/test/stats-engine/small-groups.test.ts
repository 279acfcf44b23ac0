import { DIMENSIONS, type Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { type StatsResult, MIN_SESSIONS } from '@half-measure/shared/stats/engine/stats-result.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStatistics } from '../../src/analytics/statistics.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { runWithoutSmallGroups, withholdSmallGroups } from '../../src/analytics/sharing/small-groups.ts'
import { runAsViewer } from '../../src/analytics/sharing/current-caller.ts'
import { EngineStack, iso } from './engine-stack.ts'
import { randomEvents } from './random-events.ts'

const FROM = Date.UTC(2026, 9, 14)
const TO = Date.UTC(2026, 9, 16)
const DIMENSION_NAMES = Object.keys(DIMENSIONS) as Dimension[]

const { signal } = new AbortController()
let stack: EngineStack

beforeAll(async () => {
  const events = randomEvents({ seed: 11, from: FROM - (TO - FROM), to: TO, sessions: 120 })
  stack = await EngineStack.open(events, { from: FROM, to: TO }, { finished: TO + 3 * 24 * 3_600_000 })
})

afterAll(() => stack[Symbol.asyncDispose]())

function aQuery(query: Partial<StatsQuery>): StatsQuery {
  return StatsQuery.parse({ range: { from: iso(FROM), to: iso(TO) }, metrics: Metric.options, ...query })
}

it('are no denominators: a mean or a share of fewer sessions is null, whatever the number of all', async () => {
  const metrics = [...Metric.options]
  const compare = 'previous' as const
  const filters = [{ operator: 'is' as const, dimension: 'category' as const, values: ['culture'] }]
  for (const query of [
    { interval: 'hour' as const },
    { interval: 'day' as const, filters },
    ...DIMENSION_NAMES.map((dimension) => ({ dimension })),
  ])
    await stack.expectRight({ ...query, metrics, compare }, MIN_SESSIONS)

  // Five or more sessions began in these hours; one to four of them opened an article.
  const hours = await stack.run({ metrics, interval: 'hour' })
  const withheld = await stack.run({ metrics, interval: 'hour' }, signal, MIN_SESSIONS)
  const lost = hours.rows.filter(({ figures }, i) => {
    const isLarge = (figures.sessions ?? 0) >= MIN_SESSIONS
    return isLarge && figures.read_25 !== null && withheld.rows[i]?.figures.read_25 === null
  })
  expect(lost.length).toBeGreaterThan(0)
})

it('are dropped by the database: no row of a split has fewer sessions', async () => {
  const isEnough = ({ figures }: StatsResult['rows'][number]) => (figures.sessions ?? 0) >= MIN_SESSIONS
  let dropped = 0
  for (const dimension of DIMENSION_NAMES) {
    const query = aQuery({ dimension, limit: 1_000 })
    const all = await stack.statistics.engine.run(query, signal)
    const enough = await stack.statistics.engine.run(query, signal, MIN_SESSIONS)
    const keysOf = (rows: StatsResult['rows']) => rows.map(({ key }) => key)
    expect(keysOf(enough.rows)).toEqual(keysOf(all.rows.filter(isEnough)))
    dropped += all.rows.length - enough.rows.length
  }
  expect(dropped).toBeGreaterThan(0)
})

it.each(DIMENSION_NAMES.flatMap((by) => [[by, undefined] as const, [by, 'previous'] as const]))(
  'give the same result as if they were dropped afterwards: by %s, compared with %s',
  async (dimension, compare) => {
    const query = aQuery({ dimension, ...(compare && { compare }), metrics: ['page_views', 'bounce_rate'] })
    const withSessions: StatsQuery = { ...query, metrics: [...query.metrics, 'sessions'], limit: 1_000 }
    const { provenance: _, ...expected } = withholdSmallGroups(
      query,
      await stack.statistics.engine.run(withSessions, signal),
    )
    const { provenance: __, ...found } = await runAsViewer('token', () =>
      runWithoutSmallGroups(stack.statistics.engine, query, signal),
    )
    expect(found).toEqual(expected)
  },
)

it('are all that a split lacks: a figure of 0 is shown as to an administrator', async () => {
  let zeros = 0
  for (const dimension of DIMENSION_NAMES)
    for (const metric of ['clicks', 'bounce_rate', 'conversion_rate', 'revenue'] as const) {
      const query = aQuery({ dimension, metrics: [metric], limit: 1_000 })
      const seen = await runWithoutSmallGroups(stack.statistics.engine, query, signal)
      const all = await stack.statistics.engine.run(query, signal)
      const withSessions: StatsQuery = { ...query, metrics: [metric, 'sessions'] }
      const enough = await stack.statistics.engine.run(withSessions, signal, MIN_SESSIONS)
      const figures = new Map(enough.rows.map((row) => [row.key, row.figures[metric] ?? null]))
      const expected = all.rows.filter(({ key }) => (figures.get(key) ?? null) !== null)
      expect(seen.rows, `${metric} by ${dimension}`).toEqual(expected)
      zeros += seen.rows.filter((row) => row.figures[metric] === 0).length
    }
  expect(zeros).toBeGreaterThan(0)
})

it('belong to whole hours, however a viewer asks: no reader is seen to arrive', async () => {
  const hour = FROM + 25 * HOUR_MS
  const { engine } = openStatistics(stack.clickhouse, {
    log: createLogger('silent'),
    asOf: Date.now,
    now: () => hour + HOUR_MS / 2,
    tablesVersion: () => 0,
    goals: () => Promise.resolve(stack.goals),
    articles: [],
  })
  const query = aQuery({ compare: 'previous', metrics: ['page_views', 'sessions'] })
  const seen = await runAsViewer('link', () => engine.run(query, signal))
  const whole = await engine.run({ ...query, range: { ...query.range, to: iso(hour) } }, signal)
  expect(seen.totals.figures).toEqual(whole.totals.figures)
  expect(seen.compared_range?.to).toBe(iso(hour - (TO - FROM)))

  // A range that is over, compared with one that is not.
  const past = { ...query.range, from: iso(FROM - 48 * HOUR_MS), to: iso(FROM - 24 * HOUR_MS) }
  const compared = { ...query, range: past, compare: '2026-10-15..2026-10-15' as const }
  const other = await runAsViewer('link', () => engine.run(compared, signal))
  expect(other.compared_range?.to).toBe(iso(hour))
  expect(other.provenance).toMatchObject({ as_of: iso(hour), rows_read: 0 })

  const all = await engine.run(query, signal)
  expect(all.totals.figures.page_views).toBeGreaterThan(seen.totals.figures.page_views ?? 0)
  expect(all.compared_range?.to).toBe(iso(hour + HOUR_MS / 2 - (TO - FROM)))
})
