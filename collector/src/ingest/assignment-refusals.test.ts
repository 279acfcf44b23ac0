import { productionOrigins } from '../testing/events-app.ts'
import { aBeacon } from '@half-measure/shared/testing/events.ts'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { Assignments } from './assignments.ts'
import { spoolRefusal } from './event-routes.ts'
import { errorHandler } from '../platform/http/error-handler.ts'
import { acceptBeacon } from './accept-beacon.ts'
import { createLogger } from '../platform/logger.ts'
import { assignmentRoutes } from './assignment-routes.ts'
import { TestIngest } from '../testing/test-ingest.ts'

const { consent } = aBeacon()
const session_id = `session_${Date.now()}_k3j9x2`
const wish = { consent, session_id, test_name: 'review_page_layout' }

function appOn(test: TestIngest) {
  const assignments = new Assignments({
    recent: (session, name) => test.ingest.recentAssignments.get(session, name),
    stored: async () => undefined,
    switched: () => {},
    accept: (beacon, request) => acceptBeacon(test.ingest, beacon, request),
  })
  const app = new Hono()
    .route(
      '/api/assignments',
      assignmentRoutes(assignments, productionOrigins, () => '203.0.113.7'),
    )
    .onError(errorHandler(createLogger('silent'), spoolRefusal))
  return (body: string, headers: Record<string, string> = {}) =>
    app.request('/api/assignments', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    })
}

it('a spool that refuses is 503 with Retry-After, as for events', async () => {
  await using test = await TestIngest.open()
  test.files.fail({ operation: 'datasync', code: 'EIO' })
  const response = await appOn(test)(JSON.stringify(wish))
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
})

it('does not claim an assignment for a session that was erased: none is stored', async () => {
  await using test = await TestIngest.open()
  test.erased.add(session_id)
  const response = await appOn(test)(JSON.stringify(wish))
  expect(await response.json()).toMatchObject({ assigned_at: null })
})

it('has a bound for its body', async () => {
  await using test = await TestIngest.open()
  const response = await appOn(test)(JSON.stringify({ ...wish, filler: 'x'.repeat(5_000_000) }))
  expect(response.status).toBe(413)
})
