import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestStack } from '../test-stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await TestStack.open()
})
afterAll(() => stack[Symbol.asyncDispose]())

it.each([
  ['GET', '/api/events', 'POST'],
  ['POST', '/api/health', 'GET, HEAD'],
  ['OPTIONS', '/api/contact', 'POST'],
  ['PUT', '/api/auth/user', 'GET, HEAD, PATCH'],
])('the API refuses %s %s and names the allowed methods', async (method, path, allow) => {
  const { status, headers, json } = await stack.request(method, path)
  expect([status, headers.get('Allow')]).toEqual([405, allow])
  expect(json).toMatchObject({ error: { code: 'method_not_allowed' } })
})

it.each(['/api', '/api/', '/api/nothing', '/api/health/', '/api//health'])('there is no %s', async (path) => {
  expect(await stack.request('GET', path)).toMatchObject({
    status: 404,
    json: { error: { code: 'not_found' } },
  })
})

it('a HEAD request for the live figures takes no listener slot', async () => {
  const token = await stack.signIn(stack.context.config.admin)
  const headers = { Authorization: `Bearer ${token}` }
  // There is room for a hundred.
  for (let n = 0; n < 101; n += 1) {
    expect((await stack.request('HEAD', '/api/stats/realtime', { headers })).status).toBe(200)
  }
})
