import { DAY_MS } from '@half-measure/shared/durations.ts'
import { AffiliateReport } from '@half-measure/shared/stats/affiliate-report.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { affiliateReport } from '../../src/analytics/affiliate/affiliate-report.ts'
import type { CommissionSum } from '../../src/analytics/affiliate/commission-store.ts'
import { EventTables } from './event-tables.ts'
import {
  type AnyEvent,
  type Conversion,
  eventsIn,
  randomSessions,
  type Range,
  sessionsIn,
  store,
  scopeOf,
} from './random-sessions.ts'

const START = Date.parse('2026-10-22T08:00:00Z')
const END = START + 6 * DAY_MS
const events = randomSessions({ from: START, to: END, count: 800, seed: 8 })
const whole: Range = { from: START, to: END + 3 * DAY_MS, bots: 'exclude', tz: 'Europe/London' }

const LISTED = {
  path: '/articles/never-clicked',
  title: '',
  category: '',
  author: '',
  published: '2026-10-01',
  read_minutes: 6,
}

const sum = (subId: string, units: bigint, more: Partial<CommissionSum> = {}): CommissionSum => ({
  subId,
  currency: 'GBP',
  status: 'approved',
  rows: 2,
  units,
  ...more,
})
const SUMS = [
  sum('top-5.quarter-bell-pale.1', 100_000n),
  sum('top-5.quarter-bell-pale.1', 5_001n, { status: 'pending' }),
  sum('top-5.nightjar-lager.2', 30_000n, { currency: 'EUR' }),
  sum('pine-beer.quarter-bell-pale', 20_000n),
  sum('never-clicked.new-product.9', 70_000n),
  sum('elsewhere.quarter-bell-pale.1', 1_000n, { rows: 3 }),
  sum('not one of ours', -500n, { rows: 1 }),
]

let tables: EventTables
beforeAll(async () => {
  tables = await EventTables.open([LISTED])
  await store(tables, events)
  await tables.finishSessions(END - DAY_MS)
})
afterAll(() => tables[Symbol.asyncDispose]())

async function report(range: Range, sums: CommissionSum[], filters: Filter[] = []): Promise<AffiliateReport> {
  const imports = [{ network: 'awin', imported_at: new Date('2026-11-01T00:00:00Z'), last_day: '2026-10-31' }]
  const commissions = { sums: async () => sums, imports: async () => imports }
  return AffiliateReport.parse(
    await affiliateReport(tables.statistics, commissions, scopeOf(range, ...filters)),
  )
}

const isClick = (event: AnyEvent): event is Conversion =>
  event.kind === 'conversion' && event.type === 'affiliate_click'

/** Clicks by their own time, sessions by their beginning. */
function clicksBy(range: Range, keyOf: (click: Conversion) => string) {
  const clicks = Map.groupBy(eventsIn(events, range).filter(isClick), keyOf)
  const sessions = sessionsIn(events, range).map(
    (session) => new Set(session.filter(isClick).map((click) => keyOf(click))),
  )
  const keys = new Set([...clicks.keys(), ...sessions.flatMap((session) => [...session])])
  return [...keys]
    .map((key) => ({ key, list: clicks.get(key) ?? [] }))
    .map(({ key, list }) => ({
      key,
      clicks: list.length,
      sessions: sessions.filter((session) => session.has(key)).length,
      pounds:
        list.reduce(
          (all, { pounds, currency }) => all + (currency === 'GBP' ? Math.round(pounds * 100) : 0),
          0,
        ) / 100,
    }))
    .sort((a, b) => b.clicks - a.clicks || (a.key < b.key ? -1 : 1))
}

describe('the affiliate report', () => {
  const ranges: [string, Range][] = [
    ['all of it', whole],
    ['with bots', { ...whole, bots: 'include' }],
    ['a day and a half', { ...whole, from: START + DAY_MS, to: START + 2.5 * DAY_MS }],
  ]

  it.each(ranges)('over %s: clicks match the sessions', async (_, range) => {
    const found = await report(range, [])
    const [all] = clicksBy(range, () => '')
    expect({ key: '', ...found.totals }).toEqual({ ...all, earnings: [] })
    expect(found.products.map(({ product: key, ...row }) => ({ key, ...row }))).toEqual(
      clicksBy(range, ({ product }) => product).map((row) => ({ ...row, is_named: true, earnings: [] })),
    )
    expect(found.positions.map(({ rank, ...row }) => ({ key: String(rank ?? 0), ...row }))).toEqual(
      clicksBy(range, ({ rank }) => String(rank)).map((row) => ({ ...row, earnings: [] })),
    )
    const pages = clicksBy(range, ({ page }) => page)
    expect(
      found.pages.map(({ page: key, clicks, sessions, pounds }) => ({ key, clicks, sessions, pounds })),
    ).toEqual(pages)
    for (const { page, clicks, viewing_sessions, clicks_per_thousand } of found.pages) {
      const seen = sessionsIn(events, range).filter((session) =>
        session.some((event) => event.kind === 'view' && event.page === page),
      ).length
      expect(viewing_sessions).toBe(seen)
      expect(clicks_per_thousand).toBe(seen < 100 ? null : Math.round((clicks * 100_000) / seen) / 100)
    }
  })

  it('applies filters, and then has no earnings', async () => {
    const page = '/articles/pine-beer'
    const found = await report(whole, SUMS, [{ operator: 'is', dimension: 'page', values: [page] }])
    const kept = sessionsIn(events, whole).filter((session) =>
      session.some((event) => event.kind === 'view' && event.page === page),
    )
    const clicks = kept.flatMap((session) => session.filter(isClick))
    expect(clicks.length).toBeGreaterThan(0)
    const { totals, products, unattributed } = found
    expect(totals).toMatchObject({ clicks: clicks.length, earnings: [] })
    expect(totals.sessions).toBe(kept.filter((session) => session.some(isClick)).length)
    expect(totals.clicks).toBeLessThan((await report(whole, [])).totals.clicks)
    expect(products.reduce((sum, product) => sum + product.clicks, 0)).toBe(clicks.length)
    expect(found.pages.find((row) => row.page === page)?.viewing_sessions ?? kept.length).toBe(kept.length)
    expect(unattributed).toEqual({ rows: 0, earnings: [] })
  })

  it('attributes earnings to the page, product and position of their sub-id', async () => {
    const found = await report(whole, SUMS)
    const page = (path: string) => found.pages.find((row) => row.page === path)
    const top5 = page('/reviews/top-5')
    expect(top5?.earnings).toEqual([
      { currency: 'EUR', approved: 3, pending: 0, per_click: expect.any(Number) },
      { currency: 'GBP', approved: 10, pending: 0.5001, per_click: expect.any(Number) },
    ])
    expect(top5?.earnings[1]?.per_click).toBe(Math.round(105_001 / (top5?.clicks ?? 0)) / 10_000)
    expect(page('/articles/pine-beer')?.earnings).toMatchObject([{ currency: 'GBP', approved: 2 }])
    // Nobody clicked there in the range: bought later, or on another day.
    expect(page('/articles/never-clicked')).toMatchObject({
      clicks: 0,
      viewing_sessions: 0,
      clicks_per_thousand: null,
      earnings: [{ currency: 'GBP', approved: 7, per_click: null }],
    })

    const product = (name: string) => found.products.find((row) => row.product === name)
    expect(product('Quarter Bell Pale')?.earnings).toMatchObject([{ approved: 12, pending: 0.5001 }])
    expect(product('Nightjar Lager')?.earnings).toMatchObject([{ currency: 'EUR', approved: 3 }])
    expect(product('new-product')?.earnings).toMatchObject([{ approved: 7 }])

    // Nobody has clicked it yet, so its name is unknown.
    expect(product('new-product')?.is_named).toBe(false)
    expect(product('Quarter Bell Pale')?.is_named).toBe(true)

    const atPosition = (rank: number | null) => found.positions.find((row) => row.rank === rank)
    expect(atPosition(1)?.earnings).toMatchObject([{ approved: 10, pending: 0.5001 }])
    expect(atPosition(null)?.earnings).toMatchObject([{ approved: 2 }])
    expect(atPosition(9)).toMatchObject({ clicks: 0, earnings: [{ approved: 7 }] })
  })

  it('names products that were clicked before the range and bought in it', async () => {
    const later = { ...whole, from: END + 2 * DAY_MS }
    const bought = ['quarter-bell-pale', 'new-product'].map((slug) => sum(`never-clicked.${slug}.1`, 10_000n))
    const { totals, products } = await report(later, bought)
    expect(totals.clicks).toBe(0)
    expect(products.map(({ product, is_named }) => [product, is_named])).toEqual([
      ['Quarter Bell Pale', true],
      ['new-product', false],
    ])
  })

  it('has no EPC where the range begins long before the first counted click', async () => {
    const { totals, pages } = await report({ ...whole, from: START - 300 * DAY_MS }, SUMS)
    expect(totals.clicks).toBeGreaterThan(0)
    for (const { earnings } of [totals, ...pages])
      for (const { per_click } of earnings) expect(per_click).toBeNull()
  })

  it('lists five hundred products, however many sub-ids a file has: others are added up', async () => {
    const many = Array.from({ length: 3_000 }, (_, i) => sum(`top-5.p${i}.1`, 1_000n))
    const { totals, products, positions, pages, others, unattributed } = await report(whole, [
      ...SUMS,
      ...many,
      sum('', 5_000n, { subId: null }),
    ])
    expect(products).toHaveLength(500)
    const poundsIn = (earnings: AffiliateReport['totals']['earnings']) =>
      earnings.reduce((all, { currency, approved }) => all + (currency === 'GBP' ? approved : 0), 0)
    for (const [list, rest] of [
      [products, others.products],
      [positions, others.positions],
      [pages, others.pages],
    ] as const) {
      const listed = list.reduce((all, { earnings }) => all + poundsIn(earnings), 0)
      expect(listed + poundsIn(rest) + poundsIn(unattributed.earnings)).toBeCloseTo(
        poundsIn(totals.earnings),
        6,
      )
    }
    expect(poundsIn(totals.earnings)).toBeCloseTo(19.05 + 300 + 0.5, 6)
    expect(others.pages).toEqual([{ currency: 'GBP', approved: 0.5, pending: 0, per_click: null }])
  })

  it('reports unattributed earnings, and includes them in the totals', async () => {
    const { totals, unattributed, imports } = await report(whole, SUMS)
    expect(unattributed).toEqual({
      rows: 4,
      earnings: [{ currency: 'GBP', approved: 0.05, pending: 0, per_click: null }],
    })
    expect(totals.earnings).toMatchObject([
      { currency: 'EUR', approved: 3 },
      { currency: 'GBP', approved: 19.05, pending: 0.5001 },
    ])
    expect(imports).toEqual([
      { network: 'awin', imported_at: '2026-11-01T00:00:00.000Z', last_day: '2026-10-31' },
    ])
  })
})
