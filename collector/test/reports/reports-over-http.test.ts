import { Readable } from 'node:stream'
import { DAY_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'
import { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { AffiliateReport } from '@half-measure/shared/stats/affiliate-report.ts'
import { comparedReport } from '@half-measure/shared/stats/compared-report.ts'
import { FunnelResult } from '@half-measure/shared/stats/funnels.ts'
import {
  HistoryImport,
  HistoryImports,
  HistoryPreview,
  ImportedHistory,
} from '@half-measure/shared/stats/imported-history.ts'
import { Journeys } from '@half-measure/shared/stats/journeys.ts'
import { aBeacon, aConversion, anAssignment, aPageView } from '@half-measure/shared/testing/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readHistory } from '../../src/analytics/history/history-file.ts'
import { deleteImport, listImports, storeImport } from '../../src/analytics/history/history-store.ts'
import { TestStack } from '../test-stack.ts'

const now = Date.now()
const range = { from: new Date(now - 7 * DAY_MS).toISOString(), to: new Date(now + DAY_MS).toISOString() }
const at = (msAgo: number) => ({ occurred_at: new Date(now - msAgo).toISOString() })

const SESSION = aBeacon().session_id
const consent = { analytics: true, version: '2026-11', at: new Date(now - 6 * DAY_MS).toISOString() } as const

let stack: TestStack
beforeAll(async () => {
  stack = await TestStack.open()
  const review = { page_path: '/reviews/top-5-non-alcoholic-beers-uk' }
  const events = [
    aPageView({ page_path: '/', ...at(3 * DAY_MS) }),
    aConversion({ event_type: 'affiliate_click', ...review, ...at(3 * DAY_MS - 1_000) }),
    aPageView({ ...review, ...at(3 * DAY_MS - 2_000) }),
    anAssignment({ variant: 'compact', ...at(3 * DAY_MS - 3_000) }),
    aConversion({
      event_type: 'affiliate_click',
      product_name: 'Pale',
      product_rank: 1,
      value: 5,
      currency: 'GBP',
      ...review,
      ...at(3 * DAY_MS - 4_000),
    }),
    aConversion({
      event_type: 'affiliate_click',
      product_name: 'Pale',
      product_rank: 1,
      ...review,
      ...at(3 * DAY_MS - 5_000),
    }),
  ]
  const { status } = await stack.post('/api/events', aBeacon({ session_id: SESSION, consent, events }), {
    headers: {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/137.0.0.0 Safari/537.36',
    },
  })
  expect(status).toBe(202)
  await stack.untilStored()
})
afterAll(() => stack[Symbol.asyncDispose]())

describe('reports over HTTP', () => {
  it('counts a session once, after its exposure, and says that it is too early', async () => {
    const { status, json, headers } = await stack.stats('experiments/results', { test: 'review_page_layout' })
    expect(status).toBe(200)
    expect(headers.get('Cache-Control')).toBe('no-store')
    const result = ExperimentResult.parse(json)
    const compact = result.variants.find(({ variant }) => variant === 'compact')
    expect(compact).toMatchObject({ exposures: 1, converters: 1, rate: 1, verdict: { kind: 'too_early' } })
    expect(result).toMatchObject({ goal: 'affiliate_click', decides: true, first_analysis: null })
    expect(result.sentence).toMatch(
      /^Too early: 0 of at least 7 whole days with sessions; 1 of about 84 sessions with an affiliate click needed\. No sessions on a complete day since \w+ /,
    )
  })

  it.each(EXPERIMENTS.flatMap(({ name }) => ExperimentGoal.options.map((goal) => [name, goal] as const)))(
    'responds with the result of %s by %s',
    async (test, goal) => {
      const { status, json } = await stack.stats('experiments/results', { test, goal })
      expect(status).toBe(200)
      expect(ExperimentResult.parse(json)).toMatchObject({ test, goal })
    },
  )

  it.each([
    [{}, 'invalid_query'],
    [{ test: 'no_such_test' }, 'unknown_test'],
    [{ test: '__proto__' }, 'unknown_test'],
    [{ test: 'cta_button_text', goal: 'money' }, 'invalid_query'],
    [{ test: 'cta_button_text', until: 'yesterday' }, 'invalid_query'],
  ])('refuses %j', async (query, code) => {
    expect(await stack.stats('experiments/results', query)).toMatchObject({
      status: 400,
      json: { error: { code } },
    })
  })

  it('leaves the shares of assignments unchanged', async () => {
    const { status, json } = await stack.stats('experiments', range)
    expect(status).toBe(200)
    expect(json).toMatchObject([{ test_name: 'review_page_layout', total: 1 }])
  })

  it('follows the session', async () => {
    const journeys = Journeys.parse((await stack.stats('journeys', { ...range, page: '/', steps: '1' })).json)
    expect(journeys.steps[0]?.pages).toEqual([{ page: '/reviews/top-5-non-alcoholic-beers-uk', sessions: 1 }])
  })

  it('takes the steps of a funnel from the URL', async () => {
    const query = new URLSearchParams(range)
    for (const step of ['page:/', 'page:/reviews/*', 'conversion:affiliate_click']) query.append('step', step)
    const token = await stack.signIn(stack.context.config.admin)
    const { json } = await stack.request('GET', `/api/stats/funnels/result?${query.toString()}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(FunnelResult.parse(json).steps.map(({ sessions }) => sessions)).toEqual([1, 1, 1])
  })

  it('adds up affiliate clicks', async () => {
    const { json } = await stack.stats('affiliate', { ...range, compare: 'previous' })
    const report = comparedReport(AffiliateReport).parse(json)
    // Nothing was counted before these events, which is not nothing.
    expect(report.compared).toBeNull()
    // The range is not over, and neither is the one that it is compared with.
    expect(report.compared_range && report.compared_range.to < range.from).toBe(true)
    expect(report.totals).toEqual({ clicks: 3, sessions: 1, pounds: 5, earnings: [] })
    expect(report.products.map(({ product, clicks }) => [product, clicks])).toEqual([
      ['Pale', 2],
      ['', 1],
    ])
  })

  it('has no articles where the site was not built', async () => {
    expect((await stack.stats('articles', range)).json).toEqual({
      articles: [],
      compared: null,
      compared_range: null,
    })
    expect(await stack.stats('articles/pine-beer', range)).toMatchObject({
      status: 404,
      json: { error: { code: 'article_not_found' } },
    })
  })

  it.each(['articles', 'journeys', 'affiliate', 'funnels/result'])(
    '%s: refuses a query without a range',
    async (path) => {
      expect(await stack.stats(path, { page: '/' })).toMatchObject({
        status: 400,
        json: { error: { code: 'invalid_query' } },
      })
    },
  )
})

describe('history of other products', () => {
  const total = (figure: string) => `date,visitors,pageviews,bounces,visits,visit_duration\n${figure}`
  const pages =
    'date,hostname,page,visits,visitors,pageviews\n2025-03-01,h,/a,2,2,30\n2025-03-02,h,/a,2,2,7\n2025-03-02,h,/b,1,1,5'
  const period = { first_day: '2025-01-01', last_day: '2026-12-31' }
  let token: string

  beforeAll(async () => {
    token = await stack.signIn(stack.context.config.admin)
  })

  const call = (method: string, path: string, body?: string) =>
    stack.request(method, path, {
      ...(body !== undefined && { body }),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' },
    })
  const store = (body: string, name: string) => call('POST', `/api/imports?file_name=${name}`, body)
  const rowsInStore = async () => {
    const { rows } = await stack.context.statistics.runQuery({
      name: 'rows left over',
      sql: 'SELECT count() AS rows FROM analytics.imported_history',
      row: z.object({ rows: z.coerce.number() }),
    })
    return rows[0]?.rows
  }
  const figures = async (query: Record<string, string> = {}) =>
    ImportedHistory.parse((await stack.stats('imported', { ...period, ...query })).json)

  it('is previewed, stored, listed and deleted as a file', async () => {
    const nothing = { counted_since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), series: [], rows: [] }
    expect(await figures()).toEqual(nothing)
    const preview = HistoryPreview.parse((await call('POST', '/api/imports/preview', pages)).json)
    expect(preview).toEqual({
      provider: 'plausible',
      report: 'imported_pages',
      dimensions: ['page'],
      first_day: '2025-03-01',
      last_day: '2025-03-02',
      rows: 3,
      page_views: 42,
      // A visit has many pages.
      visits: null,
      left_out: [],
      conflict: null,
    })
    expect((await figures()).series).toEqual([])

    const stored = await store(pages, 'imported_pages.csv')
    expect(stored.status).toBe(201)
    const { id } = HistoryImport.parse(stored.json)
    const list = async () => HistoryImports.parse((await call('GET', '/api/imports')).json).imports
    expect(await list()).toMatchObject([{ id, file_name: 'imported_pages.csv', state: 'stored', rows: 3 }])
    expect(await figures({ by: 'page' })).toMatchObject({
      counted_since: expect.stringMatching(/^\d{4}-/),
      series: [
        {
          provider: 'plausible',
          points: [
            { day: '2025-03-01', page_views: 30, visits: null },
            { day: '2025-03-02', page_views: 12, visits: null },
          ],
        },
      ],
      rows: [
        { provider: 'plausible', value: '/a', page_views: 37, visits: 4 },
        { provider: 'plausible', value: '/b', page_views: 5, visits: 1 },
      ],
    })

    expect((await call('DELETE', `/api/imports/${id}`)).status).toBe(204)
    expect(await figures({ by: 'page' })).toEqual(nothing)
    expect(await rowsInStore()).toBe(0)
    expect((await call('DELETE', `/api/imports/${id}`)).status).toBe(404)
    const events = await stack.context.postgres.db.selectFrom('audit_log').select('event').execute()
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['history_imported', 'history_import_deleted']),
    )
  })

  it('counts neither the same file nor the same days twice', async () => {
    expect((await store(pages, 'one.csv')).status).toBe(201)
    const again = await store(pages, 'two.csv')
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('imported already, as one.csv')])
    const overlapping = `${pages}\n2025-03-03,h,/a,1,1,1`
    const preview = HistoryPreview.parse((await call('POST', '/api/imports/preview', overlapping)).json)
    expect(preview.conflict).toMatch(/^Plausible’s pages from 2025-03-01 to 2025-03-02 were imported already/)
    expect((await store(overlapping, 'three.csv')).status).toBe(409)
    // Another report of the same days says more about the whole site, and takes its place.
    expect((await store(total('2025-03-02,5,11,1,6,60'), 'visitors.csv')).status).toBe(201)
    expect((await figures()).series[0]?.points).toEqual([
      { day: '2025-03-01', page_views: 30, visits: null },
      { day: '2025-03-02', page_views: 11, visits: 6 },
    ])
  })

  it('is in no other figures', async () => {
    const wide = { from: '2025-01-01T00:00:00Z', to: new Date(now + DAY_MS).toISOString() }
    expect((await stack.stats('summary', wide)).json).toMatchObject({ page_views: 2, unique_sessions: 1 })
    expect((await stack.stats('top-pages', wide)).text).not.toContain('"/a"')
  })

  it('is in no figures until its import is complete; an incomplete one can be deleted', async () => {
    const { db } = stack.context.postgres
    const [{ id } = { id: '' }] = await db.selectFrom('history_imports').select('id').limit(1).execute()
    for (const state of ['deleting', 'storing'] as const) {
      await db.updateTable('history_imports').set({ state, imported_at: new Date() }).execute()
      expect((await figures()).series).toEqual([])
    }
    // It may still be being stored.
    expect(await call('DELETE', `/api/imports/${id}`)).toMatchObject({
      status: 409,
      json: { error: { code: 'import_storing' } },
    })
    const imported_at = new Date(Date.now() - MINUTE_MS)
    await db.updateTable('history_imports').set({ imported_at }).where('id', '=', id).execute()
    expect((await call('DELETE', `/api/imports/${id}`)).status).toBe(204)
  })

  it('is dropped, and says so, if somebody deleted it while it was being stored', async () => {
    const { postgres, clickhouse } = stack.context
    const { db } = postgres
    const { id: by } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const options = { db, now: () => new Date(), ...clickhouse }
    const deleteAll = async () => {
      const later = { ...options, now: () => new Date(Date.now() + MINUTE_MS) }
      for (const { id } of await listImports(db)) await deleteImport(later, id, by)
    }
    const slow = new Proxy(clickhouse.writer, {
      get: (writer, name) => {
        if (name !== 'exec') return Reflect.get(writer, name) as unknown
        return async (insert: Parameters<typeof writer.exec>[0]) => {
          await deleteAll()
          return writer.exec(insert)
        }
      },
    })
    const file = await readHistory(Readable.from([Buffer.from(pages)]), '2026-11-20')
    await expect(
      storeImport({ ...options, writer: slow }, file, { fileName: 'pages.csv', by }),
    ).rejects.toMatchObject({ status: 409, code: 'import_deleted' })
    expect(await listImports(db)).toEqual([])
    expect(await rowsInStore()).toBe(0)
  })

  it('is refused if lines are invalid, which are listed, or without a name', async () => {
    const wrong = await store(total('2025-02-30,1,1,1,1,1'), 'x.csv')
    expect(wrong).toMatchObject({
      status: 400,
      json: {
        error: { code: 'invalid_csv', details: [{ line: 2, problem: expect.stringContaining('no day') }] },
      },
    })
    expect((await call('POST', '/api/imports', pages)).status).toBe(400)
    expect((await stack.stats('imported', { first_day: '2025-02-02', last_day: '2025-02-01' })).status).toBe(
      400,
    )
    expect((await stack.stats('imported', { ...period, from: '2025-01-01' })).status).toBe(400)
  })
})

/** Last: it erases the session of the other cases. */
describe('a second variant of a session', () => {
  const switches = async () => {
    const result = await stack.context.clickhouse.reader.query({
      query: `SELECT test_name, variant FROM analytics.variant_switches FINAL
        WHERE session_hash = halfMD5({session: String}) ORDER BY variant`,
      query_params: { session: SESSION },
      format: 'JSONEachRow',
    })
    return result.json<{ test_name: string; variant: string }>()
  }

  it('is a duplicate and in no row of the assignments, but the test says how many saw two', async () => {
    const { duplicates } = await stack.delivery()
    const second = anAssignment({ variant: 'detailed', ...at(3 * DAY_MS - 6_000) })
    const again = anAssignment({ variant: 'compact', ...at(3 * DAY_MS - 7_000) })
    const { json } = await stack.post(
      '/api/events',
      aBeacon({ session_id: SESSION, consent, events: [second, again] }),
    )
    expect(json).toEqual({ accepted: 0, duplicates: 2, rejected: [] })
    // What a reader saw, said to the other door.
    const { test_name } = again
    const wish = { consent, session_id: SESSION, test_name, variant: 'default' }
    expect((await stack.post('/api/assignments', wish)).json).toMatchObject({ variant: 'compact' })
    expect(await stack.delivery()).toMatchObject({ duplicates: duplicates + 2 })

    await expect.poll(switches, { timeout: 60_000 }).toEqual([
      { test_name, variant: 'default' },
      { test_name, variant: 'detailed' },
    ])
    expect((await stack.stats('experiments', range)).json).toMatchObject([{ total: 1 }])
    const result = ExperimentResult.parse(
      (await stack.stats('experiments/results', { test: test_name })).json,
    )
    expect(result.switchers).toEqual({ sessions: 1, share: 1 })
    // Of a single session, that is no verdict on the test.
    expect(result.sentence).toMatch(/^Too early: /)
  })

  it('is exported with the session’s records, and erased with them', async () => {
    const bearer = await stack.signIn(stack.context.config.admin)
    const headers = { Authorization: `Bearer ${bearer}` }
    const found = await stack.post('/api/personal-data/find', { session_id: SESSION }, { headers })
    expect(found.json).toMatchObject({ counts: { variant_switches: 2, ab_test_assignments: 1 } })
    expect((await stack.post('/api/erasure', { session_id: SESSION })).status).toBe(202)
    await expect.poll(switches, { timeout: 60_000 }).toEqual([])
  })
})
