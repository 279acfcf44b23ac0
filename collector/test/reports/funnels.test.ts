import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { Comparison } from '@half-measure/shared/stats/engine/comparison.ts'
import { FunnelResult } from '@half-measure/shared/stats/funnels.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { comparedReport } from '../../src/analytics/compared-report.ts'
import { funnelResult } from '../../src/analytics/funnels/funnel-result.ts'
import { EventTables } from './event-tables.ts'
import {
  type AnyEvent,
  entryOf,
  KEPT,
  randomSessions,
  type Range,
  sessionsIn,
  store,
  scopeOf,
} from './random-sessions.ts'

const START = Date.parse('2026-10-22T08:00:00Z')
const END = START + 6 * DAY_MS
const events = randomSessions({ from: START, to: END, count: 1_200, seed: 6 })
/** After all of it. */
const NOW = END + 9 * DAY_MS
const whole: Range = { from: START, to: END + 3 * DAY_MS, bots: 'exclude', tz: 'Europe/London' }

/** One session that begins on a page, two on the next, up to twelve: long after all the others. */
const MADE_UP = Array.from({ length: 12 }, (_, nth) =>
  Array.from({ length: nth + 1 }, (_, i) => ({
    at: END + 20 * DAY_MS + i * 1_000,
    session_id: `session_${START}_made${nth}up${i}`,
    page_path: `/made-up/${String(nth).padStart(2, '0')}`,
  })),
).flat()

let tables: EventTables
beforeAll(async () => {
  tables = await EventTables.open()
  await store(tables, events)
  await tables.insert('page_views', MADE_UP)
  await tables.finishSessions(END - DAY_MS)
})
afterAll(() => tables[Symbol.asyncDispose]())

const isStep: Record<string, (event: AnyEvent) => boolean> = {
  'page:/': ({ kind, page }) => kind === 'view' && page === '/',
  'page:/articles/*': ({ kind, page }) => kind === 'view' && page.startsWith('/articles/'),
  'page:/newsletter': ({ kind, page }) => kind === 'view' && page === '/newsletter',
  'page:/reviews/top-5': ({ kind, page }) => kind === 'view' && page === '/reviews/top-5',
  'conversion:newsletter_signup': (event) =>
    event.kind === 'conversion' && event.type === 'newsletter_signup',
  'conversion:affiliate_click': (event) => event.kind === 'conversion' && event.type === 'affiliate_click',
  'element:button:cta': (event) => event.kind === 'click' && event.type === 'button' && event.id === 'cta',
  'element:link': (event) => event.kind === 'click' && event.type === 'link' && event.id === '',
}

const ORDER = { view: 0, click: 1, conversion: 2, reading: 3 }

/** How many steps a session takes, from the best of its beginnings, each in turn as early as it can. */
function levelOf(session: readonly AnyEvent[], steps: readonly string[], windowMs: number): number {
  const ordered = session.toSorted((a, b) => a.at - b.at || ORDER[a.kind] - ORDER[b.kind])
  let best = 0
  for (const [i, first] of ordered.entries()) {
    if (!isStep[steps[0] ?? '']?.(first)) continue
    let level = 1
    for (const event of ordered.slice(i + 1)) {
      if (level < steps.length && event.at - first.at <= windowMs && isStep[steps[level] ?? '']?.(event))
        level++
    }
    best = Math.max(best, level)
  }
  return best
}

describe('a funnel', () => {
  const funnels: [string[], number][] = [
    [['page:/', 'page:/newsletter'], 30],
    [['page:/', 'page:/newsletter', 'conversion:newsletter_signup'], 60],
    [['page:/articles/*', 'page:/reviews/top-5', 'element:button:cta', 'conversion:affiliate_click'], 1_440],
    // The same twice takes two of them, and a view of one moment comes before its conversion.
    [['page:/', 'page:/', 'page:/'], 10],
    [['page:/articles/*', 'conversion:affiliate_click', 'conversion:affiliate_click'], 5],
    [['conversion:newsletter_signup', 'element:link'], 1],
    [
      [
        'element:link',
        'page:/articles/*',
        'page:/',
        'page:/newsletter',
        'conversion:newsletter_signup',
        'page:/',
        'element:button:cta',
        'conversion:affiliate_click',
      ],
      1_440,
    ],
  ]
  const ranges: [string, Range][] = [
    ['all of it', whole],
    ['with bots', { ...whole, bots: 'include' }],
    ['a day and a half', { ...whole, from: START + DAY_MS, to: START + 2.5 * DAY_MS }],
  ]

  describe.each(ranges)('over %s', (_, range) => {
    it.each(funnels)('%j within %d minutes: matches the sessions', async (steps, window_minutes) => {
      const result = FunnelResult.parse(
        await funnelResult(tables.statistics, scopeOf(range), { steps, window_minutes }),
      )
      const levels = sessionsIn(events, range).map((session) =>
        levelOf(session, steps, window_minutes * 60_000),
      )
      const reached = steps.map((_, i) => levels.filter((level) => level > i).length)
      expect(result.steps.map(({ sessions }) => sessions)).toEqual(reached)
      for (const [i, { step, sessions, lost, of_first, of_previous }] of result.steps.entries()) {
        const before = reached[i - 1] ?? sessions
        expect(step).toBe(steps[i])
        expect(lost).toBe(before - sessions)
        expect(of_first).toBe(reached[0] ? Math.round((sessions * 10_000) / reached[0]) / 100 : null)
        expect(of_previous).toBe(before ? Math.round((sessions * 10_000) / before) / 100 : null)
      }
    })
  })

  const signUp = ['page:/', 'page:/newsletter', 'conversion:newsletter_signup']
  const reachedBy = (sessions: readonly (readonly AnyEvent[])[]) => {
    const levels = sessions.map((session) => levelOf(session, signUp, 60 * 60_000))
    return signUp.map((_, i) => levels.filter((level) => level > i).length)
  }

  it.each(KEPT)('is filtered by %s', async (_, filter, isKept) => {
    const { steps } = await funnelResult(tables.statistics, scopeOf(whole, filter), {
      steps: signUp,
      window_minutes: 60,
    })
    const expected = reachedBy(sessionsIn(events, whole).filter(isKept))
    expect(expected[2]).toBeGreaterThan(5)
    expect(steps.map(({ sessions }) => sessions)).toEqual(expected)
  })

  it('with a breakdown: each session is in the row of its value, and the rows add up', async () => {
    const { steps, groups } = await funnelResult(tables.statistics, scopeOf(whole), {
      steps: signUp,
      window_minutes: 60,
      by: 'entry',
    })
    const began = Map.groupBy(sessionsIn(events, whole), entryOf)
    expect(groups?.length).toBe(6)
    for (const { value, sessions } of groups ?? [])
      expect({ value, sessions }).toEqual({ value, sessions: reachedBy(began.get(value) ?? []) })
    const added = signUp.map((_, i) => groups?.reduce((sum, { sessions }) => sum + (sessions[i] ?? 0), 0))
    expect(added).toEqual(steps.map(({ sessions }) => sessions))
    const first = groups?.map(({ sessions }) => sessions[0] ?? 0) ?? []
    expect(first).toEqual(first.toSorted((a, b) => b - a))
  })

  it('with a comparison: covers the previous range with the same filters', async () => {
    const [[, filter, isKept] = []] = KEPT
    if (!filter || !isKept) throw new Error('there is a filter')
    const range = { ...whole, from: START + 3 * DAY_MS, to: START + 5 * DAY_MS }
    const funnel = (compare: Comparison, now: number) =>
      comparedReport(tables.statistics, { ...scopeOf(range, filter), compare }, now, (scope) =>
        funnelResult(tables.statistics, scope, { steps: signUp, window_minutes: 60 }),
      )
    const reached = ({ steps }: FunnelResult) => steps.map(({ sessions }) => sessions)
    const week = await funnel('week', NOW)
    expect(reached(week)).toEqual(reachedBy(sessionsIn(events, range).filter(isKept)))
    // Counting had not begun.
    expect(week.compared).toBeNull()

    // The clocks went back in between.
    const from = START + DAY_MS - 3_600_000
    const previous = await funnel('previous', NOW)
    expect(previous.compared_range).toEqual({
      from: new Date(from).toISOString(),
      to: new Date(range.from).toISOString(),
    })
    const before = reachedBy(sessionsIn(events, { ...range, from, to: range.from }).filter(isKept))
    expect(before[2]).toBeGreaterThan(2)
    expect(previous.compared && reached(previous.compared)).toEqual(before)

    const unfinished = await funnel('previous', START + 4 * DAY_MS)
    expect(unfinished.compared && reached(unfinished.compared)).toEqual(
      reachedBy(sessionsIn(events, { ...range, from, to: from + DAY_MS }).filter(isKept)),
    )
  })

  it('with a breakdown: sessions beyond the ten most frequent values are in no row', async () => {
    const range = { ...whole, from: END + 19 * DAY_MS, to: END + 21 * DAY_MS }
    const { steps, groups } = await funnelResult(tables.statistics, scopeOf(range), {
      steps: ['page:/made-up/*', 'page:/'],
      window_minutes: 60,
      by: 'entry',
    })
    expect(steps[0]?.sessions).toBe(78)
    expect(groups?.map(({ value, sessions }) => [value, ...sessions])).toEqual(
      Array.from({ length: 10 }, (_, i) => [`/made-up/${String(11 - i).padStart(2, '0')}`, 12 - i, 0]),
    )
  })

  it('is non-trivial: sessions reach the third step, and some are lost on the way', async () => {
    const within = async (window_minutes: number) =>
      (await funnelResult(tables.statistics, scopeOf(whole), { steps: signUp, window_minutes })).steps
    const reached = await within(60)
    expect(reached[2]?.sessions).toBeGreaterThan(20)
    expect(reached[1]?.lost).toBeGreaterThan(20)
    expect((await within(2))[2]?.sessions).toBeLessThan(reached[2]?.sessions ?? 0)
  })

  it('treats paths as plain text, whatever they contain', async () => {
    const steps = ["page:/x' OR '1", 'page:/%_\\*']
    const result = await funnelResult(tables.statistics, scopeOf(whole), { steps, window_minutes: 30 })
    expect(result.steps.map(({ sessions, of_first }) => [sessions, of_first])).toEqual([
      [0, null],
      [0, null],
    ])
  })
})
