import { HistoryImport } from '@half-measure/shared/stats/imported-history.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from './authorisation-table.ts'
import { TestStack } from './test-stack.ts'

let stack: TestStack
let bearer: string

beforeAll(async () => {
  stack = await TestStack.open({}, { archivePages: { list: '', issue: '', missing: '' }, lettersPage: '' })
  bearer = await stack.signIn(stack.context.config.admin)
})
afterAll(() => stack[Symbol.asyncDispose]())

/** A request by an owner. */
async function send(method: string, path: string, body: unknown = method === 'GET' ? undefined : {}) {
  const response = await stack.request(method, path, { headers: { Authorization: `Bearer ${bearer}` }, body })
  expect(response.status, `${method} ${path}: ${response.text}`).toBeLessThan(500)
  return response
}

const WEEK = 'from=2026-11-13T00:00:00Z&to=2026-11-20T00:00:00Z'

describe('a NUL, which PostgreSQL does not store', () => {
  const named = Object.keys(ROUTES).filter((route) => route.includes(':'))

  it.each(named)('fails no request in the path of %s', async (route) => {
    const [method = '', path = ''] = route.split(' ')
    const { status } = await send(method, path.replaceAll(/:\w+(\{.*?\})?/g, 'a%00b'))
    expect(status).toBeLessThan(500)
  })

  it('is no part of the name of a test', async () => {
    const { status, json } = await send('PATCH', '/api/experiments/a%00b', { archived: true })
    expect([status, json]).toMatchObject([404, { error: { code: 'unknown_test' } }])
  })

  it.each([
    ['DELETE', '/api/auth/identities?issuer=%00', 404],
    ['GET', '/api/audit?event=%00', 400],
    ['GET', '/api/messages?q=%00', 200],
    ['GET', '/api/messages?cursor=%00', 400],
    ['GET', '/api/subscribers?q=%00', 200],
    ['GET', '/api/newsletter/preferences?token=%00', 404],
    ['POST', '/newsletter/unsubscribe?token=%00', 404],
    ['GET', '/api/assignments?test_name=%00&session_id=%00', 400],
    ['GET', `/api/stats/query?${WEEK}&by=page&search=%00&f=is,page,%00`, 200],
    ['GET', `/api/stats/sessions?${WEEK}&cursor=%00`, 400],
    ['GET', `/api/stats/journeys?${WEEK}&page=/%00`, 200],
    ['GET', `/api/stats/funnels/result?${WEEK}&step=page:/%00&step=element:%00`, 200],
    ['GET', '/api/stats/experiments/results?test=%00', 400],
    ['DELETE', '/api/stats/affiliate/commissions?network=%00', 400],
  ])('fails no query: %s %s', async (method, path, status) => {
    expect(await send(method, path)).toMatchObject({ status })
  })

  it('is replaced in the name of a file, and in that of its report', async () => {
    const file = [
      '# Pages\0: Page path',
      '# Start date: 20200901',
      '# End date: 20200930',
      'Date,Views',
      '20200901,3',
    ]
    const { status, json } = await send('POST', '/api/imports?file_name=a%00b.csv', file.join('\n'))
    expect(status).toBe(201)
    expect(HistoryImport.parse(json)).toMatchObject({
      file_name: 'a\uFFFDb.csv',
      report: 'Pages\uFFFD: Page path',
    })
  })
})

describe('a moment that databases do not hold', () => {
  const instants = ['0000-01-01T00:00:00Z', '1900-01-01T00:00:00Z', '9999-12-31T23:59:59Z']
  const days = ['0000-01-01', '1900-01-01', '9999-12-31']

  it.each([
    ...instants.flatMap((at) => [
      ['GET', `/api/stats/sessions/123?at=${at}`],
      ['GET', `/api/stats/experiments/results?test=review_page_layout&until=${at}`],
      ['GET', `/api/audit?from=${at}&to=${at}`],
      ['GET', `/api/stats/affiliate?from=0000-01-01T00:00:00Z&to=${at}`],
    ]),
    ...days.flatMap((day) => [
      ['GET', `/api/annotations?from=${day}&to=${day}`],
      ['DELETE', `/api/stats/affiliate/commissions?network=awin&before=${day}`],
      ['GET', `/api/stats/imported?first_day=${day}&last_day=9999-12-31&by=page`],
      ['GET', `/api/stats/events.csv?table=page_views&day=${day}`],
      ['GET', `/api/stats/query?${WEEK}&compare=${day}..${day}`],
      ['GET', `/api/stats/coverage?${WEEK}&compare=${day}..${day}`],
      ['GET', `/api/stats/affiliate?${WEEK}&compare=${day}..${day}`],
    ]),
  ])('fails no request: %s %s', async (method = '', path = '') => {
    const { status } = await send(method, path)
    expect(status).toBeLessThan(500)
  })

  it('finds no session', async () => {
    for (const at of instants)
      expect(await send('GET', `/api/stats/sessions/123?at=${at}`)).toMatchObject({ status: 404 })
  })
})
