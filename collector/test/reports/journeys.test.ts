import { DAY_MS } from '@half-measure/shared/durations.ts'
import { Journeys } from '@half-measure/shared/stats/journeys.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journeys } from '../../src/analytics/journeys.ts'
import { EventTables } from './event-tables.ts'
import {
  type AnyEvent,
  KEPT,
  randomSessions,
  type Range,
  sessionsIn,
  store,
  scopeOf,
} from './random-sessions.ts'

/** The clocks of London go back in the night to the 25th. */
const START = Date.parse('2026-10-22T08:00:00Z')
const END = START + 6 * DAY_MS
const events = randomSessions({ from: START, to: END, count: 900, seed: 5 })

const whole: Range = { from: START, to: END + 3 * DAY_MS, bots: 'exclude', tz: 'Europe/London' }
const ranges: [string, Range][] = [
  ['all of it', whole],
  ['all of it, with bots', { ...whole, bots: 'include' }],
  ['two days, at odd times', { ...whole, from: START + 1.3 * DAY_MS, to: START + 3.37 * DAY_MS }],
  ['days of New York', { ...whole, tz: 'America/New_York' }],
  ['a zone of a quarter of an hour', { ...whole, tz: 'Pacific/Chatham' }],
]

let tables: EventTables
beforeAll(async () => {
  tables = await EventTables.open()
  await store(tables, events)
  await tables.finishSessions(END - DAY_MS)
})
afterAll(() => tables[Symbol.asyncDispose]())

/** Most first; ties by the bytes of the name. */
function ranked(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, m], [b, n]) => n - m || Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

describe('journeys', () => {
  const query = { page: '/articles/pine-beer', steps: 3, limit: 4 } as const

  /** The pages that sessions saw after the page, or before it, up to three. */
  function pathsOf(
    range: Range,
    direction: 'next' | 'previous',
    isKept: (session: readonly AnyEvent[]) => boolean = () => true,
  ): string[][] {
    return sessionsIn(events, range).flatMap((session) => {
      if (!isKept(session)) return []
      const pages = session
        .filter(({ kind }) => kind === 'view')
        .map(({ page }) => page)
        .filter((page, i, all) => page !== all[i - 1])
      const at = pages.indexOf(query.page)
      if (at === -1) return []
      const path = direction === 'next' ? pages.slice(at + 1) : pages.slice(0, at).toReversed()
      return [path.slice(0, query.steps)]
    })
  }

  describe.each(['next', 'previous'] as const)('to %s pages', (direction) => {
    it.each(ranges)('match the sessions: %s', async (_, range) => {
      const result = Journeys.parse(
        await journeys(tables.statistics, scopeOf(range), { ...query, direction }),
      )
      const paths = pathsOf(range, direction)
      expect(paths.length).toBeGreaterThan(50)
      expect(result.sessions).toBe(paths.length)
      for (const [i, step] of result.steps.entries()) {
        const here = paths.filter((path) => path.length > i).map((path) => path[i] ?? '')
        const expected = ranked(countsOf(here))
        expect(step.pages).toEqual(expected.slice(0, 4).map(([page, sessions]) => ({ page, sessions })))
        expect(step.others).toBe(expected.slice(4).reduce((sum, [, sessions]) => sum + sessions, 0))
        expect(step.ended).toBe(paths.length - here.length)
      }
      const rankedPaths = ranked(
        countsOf(paths.filter((path) => path.length > 0).map((path) => JSON.stringify(path))),
      )
      expect(result.paths.map(({ sessions }) => sessions)).toEqual(
        rankedPaths.slice(0, 4).map(([, sessions]) => sessions),
      )
      for (const { pages, sessions, ended } of result.paths) {
        expect(new Map(rankedPaths).get(JSON.stringify(pages))).toBe(sessions)
        expect(ended).toBe(pages.length < 3)
      }
    })
  })

  it.each(KEPT)('are filtered by %s', async (_, filter, isKept) => {
    const result = await journeys(tables.statistics, scopeOf(whole, filter), { ...query, direction: 'next' })
    const paths = pathsOf(whole, 'next', isKept)
    expect(paths.length).toBeGreaterThan(20)
    expect(result.sessions).toBe(paths.length)
    expect(result.steps[0]?.ended).toBe(paths.filter((path) => path.length === 0).length)
  })

  it('are empty for a page that nobody saw', async () => {
    const result = await journeys(tables.statistics, scopeOf(whole), {
      ...query,
      page: '/nowhere',
      direction: 'next',
    })
    expect(result).toMatchObject({ sessions: 0, paths: [] })
    expect(result.steps).toEqual(Array.from({ length: 3 }, () => ({ pages: [], others: 0, ended: 0 })))
  })

  it('treat the path as plain text, whatever it contains', async () => {
    const page = "/x' OR 1 = 1 {page: String} \\"
    expect(
      await journeys(tables.statistics, scopeOf(whole), { ...query, page, direction: 'previous' }),
    ).toMatchObject({
      page,
      sessions: 0,
    })
  })
})
