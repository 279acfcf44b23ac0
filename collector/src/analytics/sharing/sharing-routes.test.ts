import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import {
  ApiTokenDraft,
  CreatedApiToken,
  OpenedShare,
  ApiTokens,
} from '@half-measure/shared/sharing/api-token.ts'
import { beforeEach, expect, it } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import { auditedEvents, auditEntries, cheapPasswords } from '../../../test/postgres/test-identity.ts'
import { testClient } from '../../../test/postgres/test-app.ts'
import { createAuthApp, type AuthApp } from '../../../test/postgres/test-auth-app.ts'
import { TestClock } from '../../../test/postgres/test-clock.ts'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import { createAttemptLimits } from '../../identity/attempt-limits.ts'
import { revokeAdmin } from '../../identity/admins.ts'
import { authenticate, type Principal } from '../../identity/authenticate.ts'
import { createRefusalRecorder } from '../../identity/record-refusal.ts'
import { createLogger } from '../../platform/logger.ts'
import { requireAdmin } from '../../identity/require-admin.ts'
import { changeAdmin, removeAdmin } from '../../identity/team.ts'
import { requireCaller } from '../endpoints/require-caller.ts'
import { createToken } from './api-tokens.ts'
import { apiTokenRoutes, shareRoutes } from './sharing-routes.ts'
import { openSharing, type Sharing } from './sharing.ts'

const FIGURES = '/api/stats/query?from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z'

/** Holds the range of `FIGURES`. */
const VIEW = 'from=2026-11-01&to=2026-11-03'

describePostgres('statistics without an account', (db) => {
  let app: AuthApp
  let sharing: Sharing
  let clock: TestClock
  let admin: string

  beforeEach(async () => {
    clock = new TestClock()
    const limits = await createAttemptLimits(temporaryDirectory(), clock.now)
    const recordRefusal = createRefusalRecorder({ db: db(), now: clock.now, log: createLogger('silent') })
    const parts = { db: db(), now: clock.now, limits, passwords: cheapPasswords, recordRefusal }
    sharing = await openSharing(parts, temporaryDirectory())
    app = await createAuthApp(db(), clock.now, (app, identity) => {
      app.route('/api/tokens', apiTokenRoutes(sharing, requireAdmin(identity)))
      app.route('/api/share', shareRoutes(sharing, testClient))
      app.use('/api/stats/*', requireCaller(sharing, requireAdmin(identity), testClient))
      app.all('/api/stats/*', (c) => c.json({ figures: 1 }))
    })
    admin = (await app.signIn()).access_token
  })

  const make = async (draft: object) => {
    const made = await app.call('POST', '/api/tokens', { bearer: admin, body: draft })
    return CreatedApiToken.parse(made.json)
  }
  const token = (more: object = {}) => make({ kind: 'token', name: 'Spreadsheet', ...more })
  const link = (more: object = {}) => make({ kind: 'link', name: 'For the printer', view: VIEW, ...more })
  const read = (bearer: string, path = FIGURES) => app.call('GET', path, { bearer })
  const open = (body: object) => app.call('POST', '/api/share/open', { body })
  const opened = async (body: object) => OpenedShare.parse((await open(body)).json)

  it('a token reads figures until it is revoked, and is listed without its secret', async () => {
    const { token: created, secret } = await token()
    expect(secret).toMatch(/^hm_[\w-]{43}$/)
    expect((await read(secret)).json).toEqual({ figures: 1 })

    const listed = await app.call('GET', '/api/tokens', { bearer: admin })
    expect(ApiTokens.parse(listed.json).tokens).toMatchObject([
      { id: created.id, by: 'owner@halfmeasure.test', last_used_at: clock.now().toISOString() },
    ])
    expect(listed.text).not.toContain(secret)

    expect((await app.call('DELETE', `/api/tokens/${created.id}`, { bearer: admin })).status).toBe(204)
    expect((await read(secret)).code).toBe('api_token_invalid')
    expect((await app.call('DELETE', `/api/tokens/${created.id}`, { bearer: admin })).status).toBe(404)
    expect((await auditedEvents(db())).slice(-3)).toEqual([
      'api_token_created',
      'api_token_revoked',
      'bad_token',
    ])
  })

  it('keeps no secret and no password', async () => {
    const [{ secret }] = await Promise.all([token(), link({ password: 'let me read it' })])
    const rows = await db().selectFrom('api_tokens').selectAll().execute()
    const kept = JSON.stringify(
      rows.map((row) => ({ ...row, secret_hash: row.secret_hash.toString('base64url') })),
    )
    expect(kept).not.toContain(secret.slice(3))
    expect(kept).not.toContain('let me read it')
  })

  it('a token may not read what administrators may', async () => {
    const { secret } = await token()
    expect((await read(secret, '/api/stats/sessions')).code).toBe('not_for_api_tokens')
    expect((await read(admin, '/api/stats/sessions')).status).toBe(200)
  })

  it('a token ends when it was said to', async () => {
    const expires_at = new Date(clock.now().getTime() + HOUR_MS).toISOString()
    const [{ secret }, shared] = [await token({ expires_at }), await link({ expires_at })]
    const grant = await opened({ secret: shared.secret })
    clock.advance({ ms: HOUR_MS - 1 })
    expect((await read(secret)).status).toBe(200)
    expect((await read(grant.access_token)).status).toBe(200)
    clock.advance({ ms: 1 })
    expect((await read(secret)).code).toBe('api_token_invalid')
    expect((await open({ secret: shared.secret })).code).toBe('share_not_found')
    admin = (await app.signIn()).access_token
    const past = { kind: 'token', name: 'Too late', expires_at }
    expect((await app.call('POST', '/api/tokens', { bearer: admin, body: past })).status).toBe(400)
  })

  it('expires after 90 days, unless another end is chosen', async () => {
    const [usual, never] = [await token(), await token({ expires_at: null })]
    expect(usual.token.expires_at).toBe(new Date(clock.now().getTime() + 90 * 24 * HOUR_MS).toISOString())
    clock.advance({ ms: 90 * 24 * HOUR_MS })
    expect((await read(usual.secret)).code).toBe('api_token_invalid')
    expect((await read(never.secret)).status).toBe(200)
  })

  it('a hundred may be active: those that have expired make room', async () => {
    const expires_at = new Date(clock.now().getTime() + HOUR_MS).toISOString()
    const { token: first } = await token({ expires_at })
    const row = await db().selectFrom('api_tokens').selectAll().executeTakeFirstOrThrow()
    const others = Array.from({ length: 99 }, (_, n) => ({
      ...row,
      id: randomUUID(),
      secret_hash: Buffer.from(`secret ${n}`),
    }))
    await db().insertInto('api_tokens').values(others).execute()
    const body = { kind: 'token', name: first.name }
    const refused = await app.call('POST', '/api/tokens', { bearer: admin, body })
    expect([refused.status, refused.code]).toEqual([409, 'too_many_api_tokens'])
    clock.advance({ ms: HOUR_MS })
    admin = (await app.signIn()).access_token
    expect((await app.call('POST', '/api/tokens', { bearer: admin, body })).status).toBe(201)
  })

  const ends: [string, (maker: Principal, other: Principal) => Promise<void>][] = [
    ['right of its administrator', (maker, other) => removeAdmin(app.identity, other, maker.userId)],
    ['right that the operator revokes', (maker) => revokeAdmin(app.identity, maker.email)],
    [
      'role of its administrator',
      (maker, other) => changeAdmin(app.identity, other, maker.userId, { role: 'editor' }),
    ],
  ]

  it.each(ends)('ends with the %s, which is recorded', async (_, end) => {
    const [program, shared, revoked] = [await token(), await link(), await token({ name: 'Revoked' })]
    await app.call('DELETE', `/api/tokens/${revoked.token.id}`, { bearer: admin })
    const bearers = [program.secret, (await opened({ secret: shared.secret })).access_token]
    for (const bearer of bearers) expect((await read(bearer)).status).toBe(200)
    const maker = await authenticate(app.identity, admin)
    const { access_token } = await app.signInAnother()

    await end(maker, await authenticate(app.identity, access_token))
    for (const bearer of bearers) expect((await read(bearer)).code).toBe('api_token_invalid')
    // A request that was under way.
    const draft = ApiTokenDraft.parse({ kind: 'token', name: 'Too late' })
    await expect(createToken(sharing, draft, maker.userId)).rejects.toMatchObject({ status: 403 })
    expect(await db().selectFrom('api_tokens').selectAll().execute()).toEqual([])
    const [, ...ended] = await auditEntries(db(), 'api_token_revoked')
    expect(ended).toHaveLength(2)
    expect(ended).toEqual(
      expect.arrayContaining([
        {
          user_id: maker.userId,
          details: expect.objectContaining({
            token_id: program.token.id,
            kind: 'token',
            name: 'Spreadsheet',
          }),
        },
        {
          user_id: maker.userId,
          details: expect.objectContaining({
            token_id: shared.token.id,
            kind: 'link',
            name: 'For the printer',
          }),
        },
      ]),
    )
  })

  it('is recorded with its scopes and its end', async () => {
    const { token: created } = await token({ scopes: ['figures', 'events'], expires_at: null })
    const { token: shared } = await link()
    expect(await auditEntries(db(), 'api_token_created')).toMatchObject([
      { details: { token_id: created.id, scopes: ['figures', 'events'], expires_at: null } },
      {
        details: { token_id: shared.id, scopes: ['figures', 'revenue'], expires_at: shared.expires_at },
      },
    ])
  })

  it('a token has the scopes that it was given, a link the view', async () => {
    const { secret } = await token({ scopes: ['live'] })
    expect((await read(secret)).code).toBe('scope_missing')
    const shared = await link({ view: '?f=is,country,GB&from=2026-11-01&to=2026-11-01' })
    const { view, access_token } = await opened({ secret: shared.secret })
    expect(view).toBe('f=is,country,GB&from=2026-11-01&to=2026-11-01')
    expect((await read(access_token)).code).toBe('not_of_this_link')
    expect((await read(access_token, `${FIGURES}&f=is,country,GB`)).status).toBe(200)
    const coverage = FIGURES.replace('query', 'coverage')
    expect((await read(access_token, coverage)).code).toBe('not_of_this_link')
    expect((await read(access_token, `${coverage}&f=is,country,GB&f=is,page,/`)).code).toBe(
      'not_of_this_link',
    )
  })

  it('a link is opened for an hour, and over at once when it is revoked', async () => {
    const { token: created, secret } = await link()
    const { name, access_token, expires_at } = await opened({ secret })
    expect({ name, expires_at }).toEqual({
      name: 'For the printer',
      expires_at: Math.floor(clock.now().getTime() / 1000) + 3_600,
    })
    expect((await read(access_token)).status).toBe(200)
    expect((await read(secret)).status).toBe(401)
    await app.call('DELETE', `/api/tokens/${created.id}`, { bearer: admin })
    expect((await read(access_token)).code).toBe('api_token_invalid')
  })

  it('a grant is over after its hour', async () => {
    const { access_token } = await opened({ secret: (await link()).secret })
    clock.advance({ ms: HOUR_MS })
    expect((await read(access_token)).status).toBe(401)
  })

  it('needs its password, which cannot be guessed for long', async () => {
    const { secret } = await link({ password: 'let me read it' })
    expect((await open({ secret })).code).toBe('share_password_required')
    expect((await opened({ secret, password: 'let me read it' })).name).toBe('For the printer')
    for (let attempt = 1; attempt <= 20; attempt++) {
      expect((await open({ secret, password: 'let me in' })).code).toBe('share_password_wrong')
    }
    expect((await open({ secret, password: 'let me read it' })).status).toBe(429)
  })

  it('what is refused is recorded, each kind no more than sixty times a minute', async () => {
    const { secret } = await token()
    const recorded = async () => (await auditedEvents(db())).slice(3)
    await read(secret, '/api/stats/sessions/session_1_abcd')
    await read(`hm_${'x'.repeat(43)}`)
    await open({ secret: 'x'.repeat(43) })
    const shared = await link({ password: 'let me read it' })
    await open({ secret: shared.secret, password: 'let me in' })
    expect(await recorded()).toEqual([
      'access_refused',
      'bad_token',
      'bad_token',
      'api_token_created',
      'share_password_wrong',
    ])
    const rows = await db()
      .selectFrom('audit_log')
      .select('details')
      .where('event', '=', 'access_refused')
      .execute()
    expect(rows[0]?.details).toMatchObject({ route: 'GET /api/stats' })
    for (let n = 0; n < 70; n += 1) await read(`hm_${'x'.repeat(43)}`)
    const refusals = ['access_refused', 'bad_token', 'share_password_wrong']
    expect((await recorded()).filter((event) => event === 'bad_token')).toHaveLength(60)
    // Strangers cannot hide what the holder of a token tries.
    await read(secret, '/api/stats/sessions/session_1_abcd')
    expect((await recorded()).filter((event) => refusals.includes(event))).toHaveLength(63)
    for (let n = 0; n < 70; n += 1) await read(secret, '/api/stats/sessions/session_1_abcd')
    const other = await token()
    await read(other.secret, '/api/stats/sessions/session_1_abcd')
    expect((await recorded()).filter((event) => event === 'access_refused')).toHaveLength(61)
  })

  it('a token is no link, and a link that never was is like one that is over', async () => {
    const { secret } = await token()
    expect((await open({ secret })).code).toBe('share_not_found')
    expect((await open({ secret: 'x'.repeat(43) })).code).toBe('share_not_found')
    expect((await read(`hm_${'x'.repeat(43)}`)).code).toBe('api_token_invalid')
  })

  it.each([
    { kind: 'token', name: ' ' },
    { kind: 'link', name: 'A', password: 'short' },
    { kind: 'token', name: 'A', password: 'long enough for it' },
    { kind: 'token', name: 'A', scopes: [] },
    { kind: 'token', name: 'A', scopes: ['everything'] },
    { kind: 'token', name: 'A', scopes: ['revenue', 'live'] },
    { kind: 'link', name: 'A', scopes: ['live'] },
    { kind: 'link', name: 'A', view: 'period=yesterdy' },
    { kind: 'link', name: 'A', view: 'filter=is,page,/about' },
    { kind: 'door', name: 'A' },
  ])('refuses to make %j', async (body) => {
    expect((await app.call('POST', '/api/tokens', { bearer: admin, body })).code).toBe('validation_failed')
  })
})
