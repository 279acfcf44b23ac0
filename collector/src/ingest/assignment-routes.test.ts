import { assignVariant } from '@half-measure/shared/domain/assign-variant.ts'
import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import { aBeacon, anAssignment } from '@half-measure/shared/testing/events.ts'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { type Assignment, Assignments } from './assignments.ts'
import { errorHandler } from '../platform/http/error-handler.ts'
import { acceptBeacon } from './accept-beacon.ts'
import { createLogger } from '../platform/logger.ts'
import { productionOrigins } from '../testing/origins.ts'
import { TestIngest } from '../testing/test-ingest.ts'
import { assignmentRoutes } from './assignment-routes.ts'
import { spoolRefusal } from './event-routes.ts'

const { consent } = aBeacon()
const session_id = `session_${Date.now()}_k3j9x2`
const test_name = 'review_page_layout'

/** The routes on a real spool. The database has what a test puts into `stored`. */
class AssignmentsApp implements AsyncDisposable {
  readonly test: TestIngest
  readonly stored = new Map<string, Assignment>()
  /** Other variants that sessions saw. */
  readonly switched: unknown[] = []
  readonly #app: Hono

  static async open(): Promise<AssignmentsApp> {
    return new AssignmentsApp(await TestIngest.open())
  }

  private constructor(test: TestIngest) {
    this.test = test
    const assignments = new Assignments({
      recent: (session, name) => test.ingest.recentAssignments.get(session, name),
      stored: async (session, name) => this.stored.get(`${session} ${name}`),
      switched: (session, name, variant) => this.switched.push([session, name, variant]),
      accept: (beacon, request) => acceptBeacon(test.ingest, beacon, request),
    })
    this.#app = new Hono()
      .route(
        '/api/assignments',
        assignmentRoutes(assignments, productionOrigins, () => '81.2.69.142'),
      )
      .onError(errorHandler(createLogger('silent'), spoolRefusal))
  }

  get(query: Record<string, string>) {
    return this.#request(`/api/assignments?${new URLSearchParams(query).toString()}`, {})
  }

  post(body: unknown) {
    return this.#request('/api/assignments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  async #request(path: string, init: RequestInit) {
    const response = await this.#app.request(path, init)
    return { status: response.status, headers: response.headers, json: await response.json() }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.test[Symbol.asyncDispose]()
  }
}

describe('GET /api/assignments', () => {
  it('knows nothing of a session without one', async () => {
    await using app = await AssignmentsApp.open()
    const { status, json, headers } = await app.get({ session_id, test_name })
    expect(status).toBe(200)
    expect(json).toEqual({ test_name, variant: null, assigned_at: null })
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(app.test.spool.totals.accepted).toBe(0)
  })

  it('tells what the database has', async () => {
    await using app = await AssignmentsApp.open()
    app.stored.set(`${session_id} ${test_name}`, { variant: 'detailed', assignedAt: Date.UTC(2026, 10, 1) })
    expect((await app.get({ session_id, test_name })).json).toEqual({
      test_name,
      variant: 'detailed',
      assigned_at: '2026-11-01T00:00:00.000Z',
    })
  })

  it('tells what a beacon brought, before the database has it', async () => {
    await using app = await AssignmentsApp.open()
    const event = anAssignment({ test_name, variant: 'compact' })
    await app.test.send({ session_id, events: [event] }, { receivedAt: Date.now() })
    expect((await app.get({ session_id, test_name })).json).toEqual({
      test_name,
      variant: 'compact',
      assigned_at: event.occurred_at,
    })
    expect((await app.get({ session_id, test_name: 'cta_button_text' })).json).toMatchObject({
      variant: null,
    })
  })

  it.each([
    ['an unknown test', { session_id, test_name: 'hero_colour' }, 'unknown_test'],
    ['no test', { session_id }, 'unknown_test'],
    ['no session', { test_name }, 'invalid_query'],
    ['a session that is none', { session_id: "session_1_aaaa' OR 1", test_name }, 'invalid_query'],
  ])('refuses %s', async (_, query: Record<string, string>, code) => {
    await using app = await AssignmentsApp.open()
    const { status, json } = await app.get(query)
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { code } })
  })
})

describe('POST /api/assignments', () => {
  it.each(EXPERIMENTS.map(({ name }) => name))(
    'gives a session the variant of its hash: %s',
    async (name) => {
      await using app = await AssignmentsApp.open()
      const before = Date.now()
      const { status, json, headers } = await app.post({ consent, session_id, test_name: name })
      expect(status).toBe(200)
      expect(headers.get('Cache-Control')).toBe('no-store')
      const experiment = EXPERIMENTS.find((candidate) => candidate.name === name) ?? EXPERIMENTS[0]
      expect(json).toEqual({
        test_name: name,
        variant: experiment && assignVariant(experiment, session_id),
        assigned_at: expect.any(String),
      })
      const { assigned_at } = json as { assigned_at: string }
      expect(Date.parse(assigned_at)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(assigned_at)).toBeLessThanOrEqual(Date.now())

      const [row, ...more] = await app.test.takeRows()
      expect(more).toEqual([])
      expect(row).toMatchObject({
        table: 'ab_test_assignments',
        row: { session_id, test_name: name, consent_version: consent.version, country: 'GB' },
      })
    },
  )

  it('keeps the first assignment, however often and concurrently it is requested', async () => {
    await using app = await AssignmentsApp.open()
    const wish = { consent, session_id, test_name }
    const responses = await Promise.all(Array.from({ length: 5 }, () => app.post(wish)))
    responses.push(await app.post(wish))
    expect(new Set(responses.map(({ json }) => (json as { variant: string }).variant)).size).toBe(1)
    expect(await app.test.takeRows()).toHaveLength(1)
    expect((await app.get({ session_id, test_name })).json).toEqual(responses.at(-1)?.json)
  })

  it('keeps the variant of a beacon that came first, hash or not', async () => {
    await using app = await AssignmentsApp.open()
    const [layout] = EXPERIMENTS
    const other = layout?.variants.find(({ name }) => name !== assignVariant(layout, session_id))?.name ?? ''
    await app.test.send(
      { session_id, events: [anAssignment({ test_name, variant: other })] },
      { receivedAt: Date.now() },
    )
    expect((await app.post({ consent, session_id, test_name })).json).toMatchObject({ variant: other })
    expect(await app.test.takeRows()).toHaveLength(1)
  })

  it('makes a later beacon’s assignment a duplicate', async () => {
    await using app = await AssignmentsApp.open()
    await app.post({ consent, session_id, test_name })
    const receipt = await app.test.send(
      { session_id, events: [anAssignment({ test_name })] },
      { receivedAt: Date.now() },
    )
    expect(receipt).toMatchObject({ accepted: 0, duplicates: 1 })
  })

  it('writes nothing for a session that the database knows', async () => {
    await using app = await AssignmentsApp.open()
    app.stored.set(`${session_id} ${test_name}`, { variant: 'detailed', assignedAt: 0 })
    expect((await app.post({ consent, session_id, test_name })).json).toMatchObject({ variant: 'detailed' })
    expect(await app.test.takeRows()).toEqual([])
  })

  it('notes another variant that the reader has seen, not one that nobody saw', async () => {
    await using app = await AssignmentsApp.open()
    app.stored.set(`${session_id} ${test_name}`, { variant: 'detailed', assignedAt: 0 })
    const wish = { consent, session_id, test_name }
    for (const seen of [{}, { variant: 'detailed' }, { variant: 'compact' }])
      expect((await app.post({ ...wish, ...seen })).json).toMatchObject({ variant: 'detailed' })
    expect(app.switched).toEqual([[session_id, test_name, 'compact']])
  })

  it('stores none for a session that was erased, and claims none', async () => {
    await using app = await AssignmentsApp.open()
    app.test.erased.add(session_id)
    expect((await app.post({ consent, session_id, test_name })).json).toMatchObject({ assigned_at: null })
    expect(await app.test.takeRows()).toEqual([])
  })

  it('is 503 with Retry-After if the spool refuses, as for events', async () => {
    await using app = await AssignmentsApp.open()
    app.test.files.fail({ operation: 'datasync', code: 'EIO' })
    const { status, headers } = await app.post({ consent, session_id, test_name })
    expect(status).toBe(503)
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  it('has a bound for its body', async () => {
    await using app = await AssignmentsApp.open()
    const filler = 'x'.repeat(5_000_000)
    expect((await app.post({ consent, session_id, test_name, filler })).status).toBe(413)
  })

  it('is not put off by a reader’s clock that runs ahead', async () => {
    await using app = await AssignmentsApp.open()
    const ahead = { ...consent, at: new Date(Date.now() + 3_600_000).toISOString() }
    await app.post({ consent: ahead, session_id, test_name })
    expect(await app.test.takeRows()).toHaveLength(1)
  })

  it('is timed by the reader’s clock, like what the session does next', async () => {
    await using app = await AssignmentsApp.open()
    const [granted, seen] = [41, 40].map((minutes) => new Date(Date.now() - minutes * 60_000).toISOString())
    const wish = { consent: { ...consent, at: granted }, session_id, test_name, variant: 'compact' }
    expect((await app.post({ ...wish, occurred_at: seen })).json).toMatchObject({ assigned_at: seen })
    const [stored] = await app.test.takeRows()
    expect(stored?.row['assigned_at']).toBe(seen?.replace('T', ' ').replace('Z', ''))
  })

  it.each([
    ['no consent', { session_id, test_name }],
    ['a refusal', { consent: { ...consent, analytics: false }, session_id, test_name }],
    ['no consent and nothing else', {}],
  ])('refuses %s before anything else: 403', async (_, wish) => {
    await using app = await AssignmentsApp.open()
    const { status, json } = await app.post(wish)
    expect(status).toBe(403)
    expect(json).toMatchObject({ error: { code: 'consent_required' } })
    expect(await app.test.takeRows()).toEqual([])
  })

  it.each([
    ['no session', { consent, test_name }, 'invalid_body'],
    ['no test', { consent, session_id }, 'invalid_body'],
    ['no time', { consent, session_id, test_name, occurred_at: 'just now' }, 'invalid_body'],
    ['an unknown test', { consent, session_id, test_name: 'hero_colour' }, 'unknown_test'],
    ['no JSON', 'session', 'invalid_body'],
    ['a list', '[]', 'invalid_body'],
  ])('refuses %s: 400', async (_, wish, code) => {
    await using app = await AssignmentsApp.open()
    const { status, json } = await app.post(wish)
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { code } })
    expect(await app.test.takeRows()).toEqual([])
  })
})
