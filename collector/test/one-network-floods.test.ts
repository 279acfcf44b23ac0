import { ISSUE_PLACEHOLDERS, LETTERS_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestResponse, TestStack } from './test-stack.ts'

/** More than are let run and wait, of one network. */
const AT_ONCE = 60
/** Time for all of them to reach what they wait for; if it is too short, the test overlooks something, but never fails. */
const SETTLED_MS = 100
const ATTACKER = '203.0.113.66'

/*
 * PostgreSQL's one connection is taken while one address requests everything that strangers may call and that may
 * need it, all at once. An administrator's later request waits behind one of them at most.
 */
describe('an administrator gets responses while one network floods', () => {
  let stack: TestStack
  let bearer: string

  beforeAll(async () => {
    const { list, body } = ISSUE_PLACEHOLDERS
    stack = await TestStack.open(
      {},
      { archivePages: { list, issue: body, missing: '404' }, lettersPage: LETTERS_PLACEHOLDER },
    )
    bearer = await stack.signIn(stack.context.config.admin)
    const { db } = stack.context.postgres
    const at = new Date()
    const issues = Array.from({ length: 40 }, (_, n) => ({
      subject: `Issue ${n}`,
      preheader: '',
      body: 'A half. '.repeat(2_000),
      state: 'sent' as const,
      created_at: at,
      updated_at: at,
      started_at: at,
      finished_at: at,
    }))
    await db.insertInto('newsletter_issues').values(issues).execute()
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => stack[Symbol.asyncDispose]())

  const from = ATTACKER
  const post = (path: string, body: unknown) => stack.post(path, body, { from })
  const get = (path: string) => stack.request('GET', path, { from })
  const credential = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    response: {
      clientDataJSON: Buffer.from(JSON.stringify({ challenge: 'AAAA' })).toString('base64url'),
      authenticatorData: 'AAAA',
      signature: 'AAAA',
    },
    clientExtensionResults: {},
  }

  it.each<[string, (n: number) => Promise<TestResponse>]>([
    [
      'POST /api/consent',
      () => post('/api/consent', { id: randomUUID(), version: '2026-11', granted: true }),
    ],
    [
      'POST /api/contact',
      (n) => post('/api/contact', { name: 'A', email: `a${n}@b.test`, subject: 'S', message: 'A message.' }),
    ],
    ['POST /api/newsletter', (n) => post('/api/newsletter', { email: `a${n}@b.test`, source: 'page' })],
    ['POST /api/newsletter/confirm', () => post('/api/newsletter/confirm', { token: randomUUID() })],
    ['POST /api/newsletter/unsubscribe', () => post('/api/newsletter/unsubscribe', { token: randomUUID() })],
    ['GET /api/newsletter/preferences', () => get(`/api/newsletter/preferences?token=${randomUUID()}`)],
    ['GET /api/newsletter/guide', () => get(`/api/newsletter/guide?token=${randomUUID()}`)],
    [
      'a sign-in',
      (n) => post('/api/auth/token?grant_type=password', { email: `a${n}@b.test`, password: 'wrong' }),
    ],
    ['a sign-in with a passkey', () => post('/api/auth/token?grant_type=passkey', { credential })],
    ['the options of a passkey', () => post('/api/auth/passkeys/sign-in-options', {})],
    ['a refresh', () => post('/api/auth/token?grant_type=refresh_token', { refresh_token: randomUUID() })],
    ['a mailed link', () => post('/api/auth/verify', { type: 'recovery', token: randomUUID() })],
    ['POST /api/auth/recover', (n) => post('/api/auth/recover', { email: `a${n}@b.test` })],
    ['POST /api/share/open', () => post('/api/share/open', { secret: randomUUID() })],
    [
      'statistics with invented tokens',
      () =>
        stack.request('GET', '/api/stats/goals', {
          from,
          headers: { Authorization: `Bearer hm_${randomUUID()}` },
        }),
    ],
    ['GET /letters', () => get('/letters')],
    ['GET /newsletter/archive', () => get('/newsletter/archive')],
    ['GET /newsletter/archive.xml', () => get('/newsletter/archive.xml')],
    ['GET /newsletter/archive/:slug', (n) => get(`/newsletter/archive/no-issue-${n}`)],
    ['GET /newsletter/issues/:id/opened.gif', () => get(`/newsletter/issues/${randomUUID()}/opened.gif`)],
    ['GET /api/openapi.json', () => get('/api/openapi.json')],
  ])('%s', async (_, attack) => {
    const flooding = new AsyncLocalStorage<boolean>()
    let waiting = 0
    // oxlint-disable-next-line typescript/unbound-method -- it is called on the pool that the spy is called on
    const { connect } = Pool.prototype
    vi.spyOn(Pool.prototype, 'connect').mockImplementation(function (this: Pool, ...args) {
      if (flooding.getStore()) waiting++
      return connect.apply(this, args)
    })
    const taken = Promise.withResolvers<void>()
    const free = Promise.withResolvers<void>()
    const holder = stack.context.postgres.db.connection().execute(async () => {
      taken.resolve()
      await free.promise
    })
    await taken.promise
    const flood = flooding.run(true, () => Array.from({ length: AT_ONCE }, (_, n) => attack(n)))
    await sleep(SETTLED_MS)
    const before = waiting
    const administrator = stack.request('GET', '/api/views', {
      headers: { Authorization: `Bearer ${bearer}` },
    })
    free.resolve()
    expect(await administrator).toMatchObject({ status: 200 })
    await Promise.all([holder, ...flood])
    expect(before).toBeLessThanOrEqual(1)
  })
})
