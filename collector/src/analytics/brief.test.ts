import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { Brief } from '@half-measure/shared/stats/brief.ts'
import type { StatsQuery } from '@half-measure/shared/stats/engine/stats-query.ts'
import { describe, expect, it } from 'vitest'
import { brief, compare, mostNotable } from './brief.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import type { Statistics } from './statistics.ts'

describe('a day beside the same weekdays before', () => {
  it.each([
    [[110, 100, 90, 95, 102], { fewest: 90, most: 102 }, null],
    // More than any, as chance has it.
    [[120, 100, 90, 95, 102], { fewest: 90, most: 102 }, null],
    [[144, 100, 90, 95, 102], { fewest: 90, most: 102 }, null],
    [[145, 100, 90, 95, 102], { fewest: 90, most: 102 }, 'above'],
    [[49, 100, 90, 95, 102], { fewest: 90, most: 102 }, 'below'],
    // Days that vary much anyway.
    [[200, 100, 50, 70, 130], { fewest: 50, most: 130 }, null],
    // A site that grows by a tenth each week, an article that loses half.
    [[1_464, 1_331, 1_210, 1_100, 1_000], { fewest: 1_000, most: 1_331 }, null],
    [[1_000, 2_000, 4_000, 8_000, 16_000], { fewest: 2_000, most: 16_000 }, null],
    [[3, 1, 1, 1, 1], { fewest: 1, most: 1 }, null],
  ] as const)('%j', (counts, usual, stands_out) => {
    expect(compare(counts)).toEqual({ sessions: counts[0], usual, stands_out })
  })

  it('has nothing usual where one of them was not counted', () => {
    expect(compare([110, 100, 90, 95, 0])).toEqual({ sessions: 110, usual: null, stands_out: null })
  })

  it('of none takes a few to stand out', () => {
    expect(compare([3, 0, 0, 0, 0], true).stands_out).toBeNull()
    expect(compare([4, 0, 0, 0, 0], true).stands_out).toBe('above')
  })
})

it('days that vary by a tenth, and at random, seldom stand out', () => {
  const random = new SeededRandom(3)
  const DAYS = 2_000
  const sessionsOf = (mean: number) => {
    const rate = random.around(mean, 0.1)
    return Math.max(0, Math.round(rate + Math.sqrt(rate) * random.normal()))
  }
  const daysOn = (means: readonly number[]) =>
    Array.from({ length: DAYS }, () =>
      means.some((mean) => compare(Array.from({ length: 5 }, () => sessionsOf(mean))).stands_out !== null),
    ).filter(Boolean).length
  expect(daysOn([1_287]) / DAYS).toBeLessThan(0.03)
  // Some article of many.
  expect(daysOn([285, 150, 120, 100, 80, 60, 50, 40]) / DAYS).toBeLessThan(0.03)
})

describe('the most notable', () => {
  const of = (name: string, ...counts: number[]) => ({ name, ...compare(counts, true) })

  it('is the one that is furthest out of the usual, up or down', () => {
    const large = of('large', 1_000, 990, 1_010, 1_000, 980)
    const risen = of('risen', 60, 10, 12, 9, 11)
    const fallen = of('fallen', 10, 100, 90, 95, 102)
    expect(mostNotable([large, risen, fallen])?.name).toBe('fallen')
    expect(mostNotable([large, risen])?.name).toBe('risen')
    expect(mostNotable([risen, of('gone', 0, 200, 210, 190, 205)])?.name).toBe('gone')
  })

  it('is the largest where none is, and none where nobody came', () => {
    expect(mostNotable([of('a', 5, 5, 5, 5, 5), of('b', 9, 9, 9, 9, 9)])?.name).toBe('b')
    expect(mostNotable([of('a', 0, 0, 1, 0, 0)])).toBeNull()
    expect(mostNotable([])).toBeNull()
  })
})

describe('the brief', () => {
  const article = (path: string, published: string) => ({
    path,
    title: `Title of ${path}`,
    category: '',
    author: '',
    published,
    read_minutes: 6,
  })
  const articles = [article('/articles/old', '2026-01-01'), article('/articles/new', '2026-10-20')]

  /** Monday 2 November, half an hour past midnight in London: Sunday was the 1st, and the clocks changed a week before. */
  const NOW = Date.parse('2026-11-02T00:30:00Z')
  const COUNTS: Record<string, Record<string, number>> = {
    '2026-11-01': { search: 400, direct: 100, '/articles/old': 300, '/articles/new': 50, '/': 500 },
    '2026-10-25': { search: 200, direct: 100, '/articles/old': 290, '/': 40 },
    '2026-10-18': { search: 210, direct: 101, '/articles/old': 280, '/': 41 },
    '2026-10-11': { search: 190, direct: 99, '/articles/old': 310, '/': 42 },
    '2026-10-04': { search: 205, direct: 98, '/articles/old': 305, '/': 40 },
  }
  const ranges: string[] = []
  const engineOf = (counts: typeof COUNTS, as_of: string) => ({
    async run({ range, dimension }: StatsQuery) {
      const day = new Date(Date.parse(range.from) + 6 * 3_600_000).toISOString().slice(0, 10)
      ranges.push(`${range.from} ${range.to}`)
      const all = Object.entries(counts[day] ?? {})
      const total = all.filter(([key]) => !key.startsWith('/')).reduce((sum, [, count]) => sum + count, 0)
      return {
        rows: all
          .filter(([key]) => key.startsWith('/') === (dimension === 'page'))
          .map(([key, sessions]) => ({ key, figures: { sessions } })),
        totals: { figures: { sessions: total } },
        provenance: { as_of },
      }
    },
  })
  const briefOf = async (counts: typeof COUNTS, asOf = '2026-11-02T00:29:59.000Z') =>
    Brief.parse(
      await brief(
        { engine: engineOf(counts, asOf) as unknown as Statistics['engine'], articles },
        NOW,
        new AbortController().signal,
      ),
    )

  it('is about yesterday in London, beside the same weekday of four weeks, whatever clocks do', async () => {
    const found = await briefOf(COUNTS)
    expect(found).toEqual({
      day: '2026-11-01',
      complete: true,
      total: { sessions: 500, usual: { fewest: 289, most: 311 }, stands_out: 'above' },
      // Neither is out of the usual: the new one was not out four weeks ago.
      article: {
        path: '/articles/old',
        title: 'Title of /articles/old',
        sessions: 300,
        usual: { fewest: 280, most: 310 },
        stands_out: null,
      },
      channel: { channel: 'search', sessions: 400, usual: { fewest: 190, most: 210 }, stands_out: 'above' },
    })
    expect(ranges).toContain('2026-11-01T00:00:00.000Z 2026-11-02T00:00:00.000Z')
    // A day of 25 hours.
    expect(ranges).toContain('2026-10-24T23:00:00.000Z 2026-10-26T00:00:00.000Z')
  })

  it('compares an article that was viewed before the date it bears', async () => {
    const viewed = Object.fromEntries(
      Object.entries(COUNTS).map(([day, counts]) => [day, { ...counts, '/articles/new': 400 }]),
    )
    expect((await briefOf(viewed)).article).toMatchObject({
      path: '/articles/new',
      usual: { fewest: 400, most: 400 },
    })
  })

  it('does so from five sessions a day on, as its definition says', async () => {
    const viewedBy = (sessions: number) =>
      Object.fromEntries(
        Object.entries(COUNTS).map(([day, counts]) => [
          day,
          { ...counts, '/articles/new': day === '2026-11-01' ? 350 : sessions },
        ]),
      )
    expect((await briefOf(viewedBy(4))).article).toMatchObject({ path: '/articles/new', usual: null })
    expect((await briefOf(viewedBy(5))).article).toMatchObject({ usual: { fewest: 5, most: 5 } })
    expect(DEFINITIONS.brief.definition).toMatch(
      /not out four weeks ago are not compared, unless five sessions or more viewed them on each of these days\.$/,
    )
  })

  it('does not compare an article that was only previewed before its date', async () => {
    const previewed = Object.fromEntries(
      Object.entries(COUNTS).map(([day, counts]) => [day, { '/articles/new': 1, ...counts }]),
    )
    const found = await briefOf({
      ...previewed,
      '2026-11-01': { ...COUNTS['2026-11-01'], '/articles/new': 350 },
    })
    expect(found.article).toMatchObject({ path: '/articles/new', usual: null, stands_out: null })
  })

  it('compares with nothing where counting began later', async () => {
    const { '2026-10-04': _, ...later } = COUNTS
    const found = await briefOf(later)
    expect(found.total).toEqual({ sessions: 500, usual: null, stands_out: null })
    expect(found.article).toMatchObject({ path: '/articles/old', usual: null })
    expect(found.channel).toMatchObject({ channel: 'search', usual: null })
  })

  it('compares nothing while events of the day are waiting to be loaded', async () => {
    const fallen = { ...COUNTS, '2026-11-01': { search: 10, '/articles/old': 10 } }
    const late = await briefOf(fallen, '2026-11-01T23:59:59.000Z')
    expect(late).toEqual({
      day: '2026-11-01',
      complete: false,
      total: { sessions: 10, usual: null, stands_out: null },
      article: {
        path: '/articles/old',
        title: 'Title of /articles/old',
        sessions: 10,
        usual: null,
        stands_out: null,
      },
      channel: { channel: 'search', sessions: 10, usual: null, stands_out: null },
    })
    const loaded = await briefOf(fallen, '2026-11-02T00:00:00.000Z')
    expect(loaded).toMatchObject({ complete: true, total: { stands_out: 'below' } })
  })

  it('says so of a day without a reader', async () => {
    expect(await briefOf({})).toEqual({
      day: '2026-11-01',
      complete: true,
      total: { sessions: 0, usual: null, stands_out: null },
      article: null,
      channel: null,
    })
  })
})
