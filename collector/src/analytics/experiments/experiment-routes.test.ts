import { DEFAULT_GOALS } from '@half-measure/shared/stats/goals.ts'
import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { openAdminApp } from '../../../test/postgres/open-admin-app.ts'
import type { TestClock } from '../../../test/postgres/test-clock.ts'
import { owner } from '../../../test/postgres/test-identity.ts'
import type { AuthApp } from '../../../test/postgres/test-auth-app.ts'
import { listAuditLog } from '../../identity/audit-log.ts'
import { createLogger } from '../../platform/logger.ts'
import type { QueryRows } from '../../warehouse/clickhouse/query.ts'
import { lastDayComplete } from './complete-days.ts'
import { publishEndedExperiments } from './ended-in-pages.ts'
import { experimentRoutes, experimentStatsRoutes } from './experiment-routes.ts'
import type { ExposureRow } from './exposures.ts'
import { recordAllDecisions } from './read-experiment.ts'

const DAY_S = 86_400
const TEST = 'cta_button_text'
const VARIANTS = [
  { variant: 'Learn More', exposures: 400, converters: 20 },
  { variant: 'Check Price', exposures: 300, converters: 36 },
  { variant: 'Get This Product', exposures: 300, converters: 15 },
]

/** So many days of one test, up to the one before yesterday. */
function daysOf(count: number, now: Date): ExposureRow[] {
  const last = Math.floor(now.getTime() / 1_000 / DAY_S) - 2
  return Array.from({ length: count }, (_, i) => (last - count + 1 + i) * DAY_S).flatMap((day_start) =>
    VARIANTS.map((counts) => ({ day_start, ...counts, sum: 0, squares: 0, switchers: 0, capped: 0 })),
  )
}

describePostgres('the end of a test', (db) => {
  let app: AuthApp
  let bearer: string
  let clock: TestClock
  let rows: ExposureRow[]
  let pages: string[]
  /** Age of the oldest event that is waiting to be loaded. */
  let pendingMs: number

  const queryRows = (async ({ name, params }: Parameters<QueryRows>[0]) =>
    name === 'exposures and conversions' && params?.['test'] === TEST ? rows : []) as QueryRows
  const sources = () => ({
    db: db(),
    read: { queryRows, goals: async () => DEFAULT_GOALS, asOf: () => clock.now().getTime() - pendingMs },
    now: () => clock.now(),
  })

  beforeEach(async () => {
    pages = []
    pendingMs = 0
    const ended = publishEndedExperiments({
      db: db(),
      isReady: () => true,
      show: (text) => pages.push(text),
      log: createLogger('silent'),
    })
    await ended.stop()
    ;({ app, bearer, clock } = await openAdminApp(db(), (app, { admin }) => {
      app.route('/api/stats/experiments', experimentStatsRoutes(sources(), admin))
      app.route('/api/experiments', experimentRoutes({ ...sources(), onEnded: () => ended.refresh() }, admin))
    }))
    rows = daysOf(20, clock.now())
  })

  const result = async (query = '') =>
    ExperimentResult.parse(
      (await app.call('GET', `/api/stats/experiments/results?test=${TEST}${query}`, { bearer })).json,
    )
  const end = (body: unknown, test = TEST) =>
    app.call('POST', `/api/experiments/${test}/end`, { bearer, body })
  const change = (body: unknown) => app.call('PATCH', `/api/experiments/${TEST}`, { bearer, body })
  const archive = (archived: boolean) => change({ archived })
  const verdicts = ({ variants }: ExperimentResult) => variants.map(({ verdict }) => verdict)

  it('keeps the result as it was, whatever is erased later, and says who ended it and why', async () => {
    const before = await result()
    const response = await end({ variant: 'Check Price', note: ' More clicks. ' })
    expect(response.status).toBe(200)
    expect(response.json).toMatchObject({
      test: TEST,
      variant: 'Check Price',
      note: 'More clicks.',
      by: owner.email,
      archived: false,
    })
    rows = []
    const after = await result()
    expect(after).toEqual({
      ...before,
      ended: { at: clock.now().toISOString(), variant: 'Check Price' },
      // The verdicts wait for nothing any more.
      sentence: after.sentence,
      variants: before.variants.map((variant, i) => ({ ...variant, verdict: after.variants[i]?.verdict })),
    })
    expect(verdicts(after)).toMatchObject([
      null,
      { kind: 'keep' },
      { kind: 'undecided', sentence: expect.stringContaining('Ended undecided after') as string },
    ])
    expect((await app.call('GET', '/api/experiments', { bearer })).json).toEqual([response.json])
  })

  it('does not count days as complete whose events are waiting to be loaded', async () => {
    const { days } = await result()
    pendingMs = 5 * DAY_S * 1_000
    expect((await result()).days).toBeLessThan(days)
  })

  it('waits for the events of the days before, but not for those of a day that is not complete', async () => {
    const { days } = await result()
    const choice = { variant: 'Check Price', note: '' }
    const sinceComplete = clock.now().getTime() - lastDayComplete(clock.now().getTime())
    pendingMs = sinceComplete + 1
    expect(await end(choice)).toMatchObject({ status: 409, code: 'events_waiting' })
    expect(await result()).toMatchObject({ ended: null })
    pendingMs = sinceComplete
    expect((await end(choice)).status).toBe(200)
    expect(await result()).toMatchObject({ ended: { variant: 'Check Price' }, days })
  })

  it.each([
    ['2026-11-20T05:59:59.999Z', '2026-11-19T06:00:00.000Z'],
    ['2026-11-20T06:00:00.000Z', '2026-11-20T06:00:00.000Z'],
    ['2026-11-20T23:59:00.000Z', '2026-11-20T06:00:00.000Z'],
    // Summer time, and the day on which it ends.
    ['2026-07-20T05:00:00.000Z', '2026-07-20T05:00:00.000Z'],
    ['2026-10-25T05:00:00.000Z', '2026-10-25T05:00:00.000Z'],
  ])('at %s, the day before the one that became complete last ended by %s', (now, expected) => {
    expect(new Date(lastDayComplete(Date.parse(now))).toISOString()).toBe(expected)
  })

  it('says what was known at an earlier moment as if the test still ran', async () => {
    await end({ variant: 'Learn More', note: '' })
    const earlier = await result(`&until=${new Date(clock.now().getTime() - 60_000).toISOString()}`)
    expect(earlier).toMatchObject({ ended: null, days: (await result()).days })
  })

  it('is written into the pages', async () => {
    expect(pages).toEqual([''])
    await end({ variant: 'Check Price', note: '' })
    await end({ variant: 'compact', note: '' }, 'review_page_layout')
    expect(pages.slice(1)).toEqual([
      'cta_button_text=Check+Price',
      'cta_button_text=Check+Price&amp;review_page_layout=compact',
    ])
  })

  it('can come only once', async () => {
    expect((await end({ variant: 'Check Price', note: '' })).status).toBe(200)
    expect(await end({ variant: 'Learn More', note: '' })).toMatchObject({
      status: 409,
      code: 'experiment_ended',
    })
    expect(await result()).toMatchObject({ ended: { variant: 'Check Price' } })
  })

  it('is refused for an unknown test or variant', async () => {
    expect(await end({ variant: 'compact', note: '' })).toMatchObject({ status: 400 })
    expect(await end({ variant: 'compact' })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await end({ variant: 'a', note: '' }, 'no_test')).toMatchObject({
      status: 404,
      code: 'unknown_test',
    })
    expect(await result()).toMatchObject({ ended: null })
  })

  it('comes before the archive, from which a test returns', async () => {
    expect(await archive(true)).toMatchObject({ status: 409, code: 'experiment_running' })
    await end({ variant: 'Check Price', note: '' })
    expect((await archive(true)).json).toMatchObject({ archived: true })
    expect((await archive(true)).json).toMatchObject({ archived: true })
    expect((await archive(false)).json).toMatchObject({ archived: false })
    const { entries } = await listAuditLog(db(), { limit: 3 })
    expect(entries.map(({ event, by, details }) => ({ event, by, details }))).toEqual([
      { event: 'experiment_restored', by: owner.email, details: { test: TEST } },
      { event: 'experiment_archived', by: owner.email, details: { test: TEST } },
      { event: 'experiment_ended', by: owner.email, details: { test: TEST, variant: 'Check Price' } },
    ])
  })

  it('is corrected by another variant, which the pages show at once', async () => {
    expect(await change({ variant: 'Learn More' })).toMatchObject({ status: 409 })
    await end({ variant: 'Get This Product', note: '' })
    expect((await change({ variant: 'Learn More' })).json).toMatchObject({ variant: 'Learn More' })
    expect(pages.at(-1)).toBe('cta_button_text=Learn+More')
    expect(await result()).toMatchObject({ ended: { variant: 'Learn More' } })
    expect(await change({ variant: 'compact' })).toMatchObject({ status: 400 })
    const { entries } = await listAuditLog(db(), { limit: 1 })
    expect(entries).toMatchObject([
      { event: 'experiment_variant_changed', details: { test: TEST, variant: 'Learn More' } },
    ])
  })

  it('leaves decisions standing that the nightly work recorded, though the days that led to them are erased', async () => {
    const [, decided] = verdicts(await result())
    expect(decided).toMatchObject({ kind: 'keep' })
    await recordAllDecisions(sources(), clock.now().getTime())
    rows = daysOf(5, clock.now())
    expect(verdicts(await result())).toMatchObject([null, decided, { kind: 'too_early' }])
  })

  it('records that a difference which was called small turned out to be real, and no way back', async () => {
    const converters = new Map([
      ['Learn More', 108],
      ['Check Price', 74],
      ['Get This Product', 81],
    ])
    const all = daysOf(24, clock.now()).map((row) => ({
      ...row,
      converters: converters.get(row.variant) ?? 0,
    }))
    const recordedAfter = async (days: number) => {
      rows = all.slice(0, days * VARIANTS.length)
      await recordAllDecisions(sources(), clock.now().getTime())
      const decisions = db()
        .selectFrom('experiment_decisions')
        .select(['kind', 'sentence'])
        .orderBy('variant')
      return decisions.execute()
    }
    expect(await recordedAfter(14)).toMatchObject([{ kind: 'no_difference' }, { kind: 'no_difference' }])
    const [real, small] = await recordedAfter(24)
    expect(real).toMatchObject({ kind: 'stop', sentence: expect.stringContaining('is worse than') as string })
    expect(small).toMatchObject({ kind: 'no_difference' })
    expect(await recordedAfter(14)).toEqual([real, small])
  })
})
