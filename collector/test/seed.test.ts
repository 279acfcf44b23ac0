import { Summary } from '@half-measure/shared/stats/summary.ts'
import { TopPages } from '@half-measure/shared/stats/top-pages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed, type SeedOptions } from '../src/seed/seed.ts'
import { traffic } from '../src/seed/traffic.ts'
import { TestStack } from './test-stack.ts'

const DAY_MS = 24 * 3_600_000

/** Whole hours that have just been, so that nothing lies beyond retention however late this is run. */
const NOW = Math.floor(Date.now() / 3_600_000) * 3_600_000

const THROUGH_PATH: SeedOptions = {
  seed: 1,
  days: 40,
  sessions: 900,
  direct: false,
  until: NOW - 45 * DAY_MS,
}
const DIRECT: SeedOptions = { seed: 2, days: 40, sessions: 900, direct: true, until: NOW }

const silent = () => {}
const never = new AbortController().signal

/** What the statistics have to say, from the traffic itself. Programs are left out, as they are there. */
function expected(options: SeedOptions, siteOrigin: string) {
  const people = [...traffic({ ...options, siteOrigin })]
    .filter(([first]) => !/bot/i.test(first?.request.userAgent ?? ''))
    .map((beacons) => beacons.flatMap(({ sent }) => sent.events))
  const events = people.flat()
  const of = (type: string) => events.filter((event) => event.type === type)
  const views = new Map<string, number>()
  for (const event of events) {
    if (event.type === 'page_view') views.set(event.page_path, (views.get(event.page_path) ?? 0) + 1)
  }
  return {
    page_views: of('page_view').length,
    unique_sessions: people.length,
    click_events: of('click').length,
    conversions: of('conversion').length,
    most_read: Math.max(...views.values()),
  }
}

describe('seeded traffic in the tables', () => {
  let stack: TestStack

  beforeAll(async () => {
    stack = await TestStack.open()
    await stack.context.events.ready
  })
  afterAll(() => stack[Symbol.asyncDispose]())

  it.each([
    ['through the path', THROUGH_PATH],
    ['direct', DIRECT],
  ])('%s is what the statistics show', async (_, options) => {
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

  it('leaves the account in order', async () => {
    expect(await stack.context.events.account.audit()).toMatchObject({ ok: true })
    const { accepted, stored, duplicates, rejected } = await stack.delivery()
    expect({ stored, duplicates, rejected }).toEqual({ stored: accepted, duplicates: 0, rejected: {} })
  })

  it('refuses the same seed twice, whatever else is asked', async () => {
    const before = await stack.delivery()
    for (const direct of [true, false]) {
      const again = seed(stack.context, { ...THROUGH_PATH, direct, days: 3, until: NOW }, silent, never)
      await expect(again).rejects.toThrow('The traffic of seed 1, or a part of it, is here already')
    }
    expect(await stack.delivery()).toEqual(before)
  })

  it('refuses days beyond retention, and two at once', async () => {
    await expect(seed(stack.context, { ...DIRECT, seed: 3, days: 430 }, silent, never)).rejects.toThrow(
      'kept for 13 months',
    )
    const first = seed(stack.context, { ...DIRECT, seed: 4, sessions: 50 }, silent, never)
    await expect(seed(stack.context, { ...DIRECT, seed: 4 }, silent, never)).rejects.toThrow('at this moment')
    expect(await first).toMatchObject({ visits: 50 })
  })
})
