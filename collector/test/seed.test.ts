import { Coverage } from '@half-measure/shared/stats/coverage.ts'
import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { Summary, TopPages } from '@half-measure/shared/stats/overview.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { seed, type SeedOptions } from '../seed/seed.ts'
import { PLANTED_EFFECT } from '../seed/session.ts'
import { listedArticles } from '../seed/testing/listed-articles.ts'
import { traffic } from '../seed/traffic.ts'
import { TestStack } from './test-stack.ts'

/** Fixed, because variants depend on session ids and these on time; so events are kept for long here. */
const UNTIL = Date.parse('2026-11-20T00:00:00.000Z')
const RETENTION_MONTHS = 120

const optionsOf = (options: Omit<SeedOptions, 'articles'>): SeedOptions => ({
  ...options,
  articles: listedArticles(options.until),
})
const THROUGH_PATH = optionsOf({
  seed: 1,
  days: 40,
  sessions: 900,
  direct: false,
  until: UNTIL - 65 * DAY_MS,
})
const DIRECT = optionsOf({ seed: 2, days: 60, sessions: 30_000, direct: true, until: UNTIL })

const silent = () => {}
const never = new AbortController().signal

/** What the statistics have to say, from the traffic itself. Bots are left out, as they are there. */
function expected(options: SeedOptions, siteOrigin: string) {
  const readers = [...traffic({ ...options, siteOrigin })]
    .filter(([first]) => !/bot/i.test(first?.request.userAgent ?? ''))
    .map((beacons) => beacons.flatMap(({ sent }) => sent.events))
  const events = readers.flat()
  const of = (type: string) => events.filter((event) => event.type === type)
  const views = new Map<string, number>()
  for (const event of events) {
    if (event.type === 'page_view') views.set(event.page_path, (views.get(event.page_path) ?? 0) + 1)
  }
  return {
    page_views: of('page_view').length,
    unique_sessions: readers.length,
    click_events: of('click').length,
    conversions: of('conversion').length,
    most_read: Math.max(...views.values()),
  }
}

describe('seeded traffic in the tables', () => {
  let stack: TestStack

  beforeAll(async () => {
    stack = await TestStack.open({ EVENT_RETENTION_MONTHS: String(RETENTION_MONTHS) })
    await stack.context.events.ready
  })
  afterAll(() => stack[Symbol.asyncDispose]())

  it.each([
    ['through the path', THROUGH_PATH],
    ['direct', DIRECT],
  ])('%s matches the statistics', async (_, options) => {
    const result = await seed(stack.context, options, silent, never)
    expect(result).toMatchObject({ outcome: 'written', until: new Date(options.until).toISOString() })

    const range = {
      from: new Date(options.until - options.days * DAY_MS).toISOString(),
      to: new Date(options.until).toISOString(),
    }
    const { most_read, ...figures } = expected(options, stack.context.config.origins.site)
    expect(Summary.parse((await stack.stats('summary', range)).json)).toMatchObject(figures)
    const [top] = TopPages.parse((await stack.stats('top-pages', range)).json)
    expect(top?.views).toBe(most_read)
    expect(result.events_by_type['page_view']).toBeGreaterThan(figures.page_views)
  })

  it('leaves a delivery report that adds up', async () => {
    expect(await stack.context.events.reconciliation.reconcile()).toMatchObject({ ok: true })
    const { accepted, stored, duplicates, rejected } = await stack.delivery()
    expect({ stored, duplicates, rejected }).toEqual({ stored: accepted, duplicates: 0, rejected: {} })
  })

  it('has a subscriber for each sign-up, a message for each one sent, and the issues of every Friday', async () => {
    const { db } = stack.context.postgres
    const count = async (table: 'newsletter_subscribers' | 'contact_messages' | 'newsletter_issues') => {
      const counted = db.selectFrom(table).select(db.fn.countAll<string>().as('rows'))
      return Number((await counted.executeTakeFirstOrThrow()).rows)
    }
    const done = (options: SeedOptions, type: string) =>
      [...traffic({ ...options, siteOrigin: stack.context.config.origins.site })]
        .flatMap((beacons) => beacons.flatMap(({ sent }) => sent.events))
        .filter((event) => event.type === 'conversion' && event.event_type === type).length
    const both = (type: string) => done(THROUGH_PATH, type) + done(DIRECT, type)
    expect(await count('newsletter_subscribers')).toBe(both('newsletter_signup'))
    expect(await count('contact_messages')).toBe(both('contact_sent'))
    // 48 days since the launch, and 40 of those that the other seed covers.
    expect(await count('newsletter_issues')).toBeGreaterThanOrEqual(12)
    const { delivered } = await db
      .selectFrom('newsletter_deliveries')
      .select(db.fn.countAll<string>().as('delivered'))
      .where('outcome', '=', 'delivered')
      .executeTakeFirstOrThrow()
    expect(Number(delivered)).toBeGreaterThan(1_000)
  })

  it('covers a part of all page loads', async () => {
    const { json } = await stack.stats('coverage', {
      interval: 'day',
      from: new Date(UNTIL - DAY_MS * DIRECT.days).toISOString(),
      to: new Date(UNTIL).toISOString(),
    })
    const { totals, pages, countries } = Coverage.parse(json)
    expect(totals.page_views).toBe(expected(DIRECT, stack.context.config.origins.site).page_views)
    expect(totals.coverage).toBeGreaterThan(50)
    expect(totals.coverage).toBeLessThan(75)
    expect(new Set(pages.map(({ coverage }) => coverage)).size).toBeGreaterThan(pages.length / 2)
    expect(countries[0]?.country).toBe('GB')
    const { shown, accepted, rejected, ignored } = totals.banners
    expect(shown).toBe(accepted + rejected + ignored)
    for (const some of [accepted, rejected, ignored, totals.bot_loads]) expect(some).toBeGreaterThan(0)
    expect(shown).toBeLessThan(totals.page_loads)
  })

  it('has the planted winner as the result of its experiment', async () => {
    const { json } = await stack.stats('experiments/results', { test: PLANTED_EFFECT.test })
    const { variants } = ExperimentResult.parse(json)
    const verdicts = Object.fromEntries(variants.map(({ variant, verdict }) => [variant, verdict?.kind]))
    expect(verdicts[PLANTED_EFFECT.variant]).toBe('keep')
    expect(verdicts['Get This Product']).not.toBe('keep')
    const winner = variants.find(({ variant }) => variant === PLANTED_EFFECT.variant)
    const [low = 0, high = 0] = winner?.comparison?.lift_interval ?? []
    expect(low).toBeLessThan(PLANTED_EFFECT.times - 1)
    expect(high).toBeGreaterThan(PLANTED_EFFECT.times - 1)
  })

  it('refuses the same seed twice, whatever the other options', async () => {
    const before = await stack.delivery()
    for (const direct of [true, false]) {
      const again = seed(
        stack.context,
        { ...THROUGH_PATH, direct, days: 3, until: UNTIL, sessions: 300 },
        silent,
        never,
      )
      await expect(again).rejects.toThrow('The traffic of seed 1, or part of it, is stored already')
    }
    expect(await stack.delivery()).toEqual(before)
  })

  it('adds to days whose sessions are already finished', async () => {
    await stack.context.events.sessions.finish()
    const more: SeedOptions = { ...THROUGH_PATH, seed: 5, sessions: 200, until: UNTIL, days: 3 }
    const range = {
      from: new Date(more.until - more.days * DAY_MS).toISOString(),
      to: new Date(more.until).toISOString(),
    }
    const count = async () => Summary.parse((await stack.stats('summary', range)).json)
    const before = await count()
    expect(await seed(stack.context, more, silent, never)).toMatchObject({ outcome: 'written' })

    const after = await count()
    const added = expected(more, stack.context.config.origins.site)
    expect(after.unique_sessions - before.unique_sessions).toBe(added.unique_sessions)
    expect(after.page_views - before.page_views).toBe(added.page_views)
    expect(await stack.context.events.reconciliation.reconcile()).toMatchObject({ ok: true })
  })

  it('refuses days beyond retention, and concurrent runs', async () => {
    await expect(seed(stack.context, { ...DIRECT, seed: 3, days: 5_000 }, silent, never)).rejects.toThrow(
      'kept for 120 months',
    )
    const first = seed(stack.context, { ...DIRECT, seed: 4, sessions: 50 }, silent, never)
    await expect(seed(stack.context, { ...DIRECT, seed: 4 }, silent, never)).rejects.toThrow(
      'Another seed is running',
    )
    expect(await first).toMatchObject({ sessions: 50 })
  })
})
