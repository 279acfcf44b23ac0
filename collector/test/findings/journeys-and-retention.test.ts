import { Journeys } from '@half-measure/shared/stats/journeys.ts'
import { Retention, RETENTION_HOURS } from '@half-measure/shared/stats/retention.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AskRows } from '../../src/analytics/ask-rows.ts'
import { journeys } from '../../src/analytics/journeys/journeys.ts'
import { retention } from '../../src/analytics/retention/retention.ts'
import { EventTables } from './event-tables.ts'
import { asked, makeVisits, type Range, sessionsIn, store } from './made-visits.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The clocks of London go back in the night to the 25th. */
const START = Date.parse('2026-10-22T08:00:00Z')
const END = START + 6 * DAY
const deeds = makeVisits({ from: START, to: END, count: 900, seed: 5 })

const whole: Range = { from: START, to: END + 3 * DAY, bots: 'exclude', tz: 'Europe/London' }
const ranges: [string, Range][] = [
  ['all of it', whole],
  ['all of it, with bots', { ...whole, bots: 'include' }],
  ['two days, at odd times', { ...whole, from: START + 1.3 * DAY, to: START + 3.37 * DAY }],
  ['days of New York', { ...whole, tz: 'America/New_York' }],
  ['a zone of a quarter of an hour', { ...whole, tz: 'Pacific/Chatham' }],
]

let tables: EventTables
let ask: AskRows
beforeAll(async () => {
  tables = await EventTables.open()
  ask = tables.ask
  await store(tables, deeds)
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
  const question = { page: '/articles/pine-beer', steps: 3, limit: 4 } as const

  /** The pages that visits saw after the page, or before it, up to three. */
  function waysOf(range: Range, direction: 'next' | 'previous'): string[][] {
    return sessionsIn(deeds, range).flatMap((session) => {
      const pages = session
        .filter(({ kind }) => kind === 'view')
        .map(({ page }) => page)
        .filter((page, i, all) => page !== all[i - 1])
      const at = pages.indexOf(question.page)
      if (at === -1) return []
      const way = direction === 'next' ? pages.slice(at + 1) : pages.slice(0, at).toReversed()
      return [way.slice(0, question.steps)]
    })
  }

  describe.each(['next', 'previous'] as const)('to %s pages', (direction) => {
    it.each(ranges)('are those of the visits: %s', async (_, range) => {
      const answer = Journeys.parse(await journeys(ask, asked(range), { ...question, direction }))
      const ways = waysOf(range, direction)
      expect(ways.length).toBeGreaterThan(50)
      expect(answer.visits).toBe(ways.length)
      for (const [i, step] of answer.steps.entries()) {
        const here = ways.filter((way) => way.length > i).map((way) => way[i] ?? '')
        const expected = ranked(countsOf(here))
        expect(step.pages).toEqual(expected.slice(0, 4).map(([page, visits]) => ({ page, visits })))
        expect(step.others).toBe(expected.slice(4).reduce((sum, [, visits]) => sum + visits, 0))
        expect(step.ended).toBe(ways.length - here.length)
      }
      const paths = ranked(countsOf(ways.filter((way) => way.length > 0).map((way) => JSON.stringify(way))))
      expect(answer.paths.map(({ visits }) => visits)).toEqual(paths.slice(0, 4).map(([, visits]) => visits))
      for (const { pages, visits, ended } of answer.paths) {
        expect(new Map(paths).get(JSON.stringify(pages))).toBe(visits)
        expect(ended).toBe(pages.length < 3)
      }
    })
  })

  it('of a page that nobody saw are none', async () => {
    const answer = await journeys(ask, asked(whole), { ...question, page: '/nowhere', direction: 'next' })
    expect(answer).toMatchObject({ visits: 0, paths: [] })
    expect(answer.steps).toEqual(Array.from({ length: 3 }, () => ({ pages: [], others: 0, ended: 0 })))
  })

  it('take a path for text, whatever is in it', async () => {
    const page = "/x' OR 1 = 1 {page: String} \\"
    expect(await journeys(ask, asked(whole), { ...question, page, direction: 'previous' })).toMatchObject({
      page,
      visits: 0,
    })
  })
})

describe('retention', () => {
  it.each(ranges)('is how long visits go on: %s', async (_, range) => {
    const now = range.to - 6 * HOUR
    const answer = Retention.parse(await retention(ask, asked(range), now))
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: range.tz })
    const visits = sessionsIn(deeds, { ...range, from: 0, to: now })
      .map((session) => session.filter(({ kind }) => kind === 'view').map(({ at }) => at))
      .filter(([began = 0]) => began >= range.from && began < range.to)
    expect(visits.length).toBeGreaterThan(100)

    const check = (found: Pick<Retention, 'visits' | 'hours' | 'later'>, of: readonly number[][]) => {
      expect(found.visits).toBe(of.length)
      expect(found.hours.map(({ hour }) => hour)).toEqual(
        Array.from({ length: RETENTION_HOURS - 1 }, (_, i) => i + 1),
      )
      for (const { hour, visits, active, share } of found.hours) {
        const over = of.filter(([began = 0]) => began + (hour + 1) * HOUR <= now)
        const back = over.filter(([began = 0, ...later]) =>
          later.some((at) => at >= began + hour * HOUR && at < began + (hour + 1) * HOUR),
        )
        expect({ hour, visits, active }).toEqual({ hour, visits: over.length, active: back.length })
        expect(share).toBe(over.length === 0 ? null : Math.round((back.length * 10_000) / over.length) / 100)
      }
      expect(found.later).toBe(
        of.filter(([began = 0, ...later]) => later.some((at) => at >= began + 24 * HOUR)).length,
      )
    }
    check(answer, visits)
    const byDay = Map.groupBy(visits, ([began = 0]) => day.format(began))
    expect(answer.days.map(({ day }) => day)).toEqual([...byDay.keys()].toSorted())
    for (const found of answer.days) check(found, byDay.get(found.day) ?? [])
  })

  it('is about something: some visits go on for hours, some for a day', async () => {
    const { hours, later } = await retention(ask, asked(whole), whole.to)
    expect(hours[0]?.active).toBeGreaterThan(3)
    expect(hours[9]?.active).toBeGreaterThan(0)
    expect(later).toBeGreaterThan(0)
  })

  it('says what it does not know, and nothing else of a time without visits', async () => {
    const answer = await retention(ask, asked({ ...whole, from: 0, to: DAY }), whole.to)
    expect(answer.note).toContain('whether a reader returns')
    expect(answer).toMatchObject({ visits: 0, later: 0, days: [] })
  })
})
