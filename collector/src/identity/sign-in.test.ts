import { verify } from '@node-rs/argon2'
import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeEach, expect, it, vi } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { auditedEvents, authConfig, openTestIdentity, owner } from '../../test/postgres/test-identity.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import type { Identity } from './identity.ts'
import { authenticate } from './authenticate.ts'
import { createPasswords } from './passwords.ts'
import { signIn, signUp } from './sign-in.ts'

// Real hashing, watched.
vi.mock('@node-rs/argon2', { spy: true })

const client = '203.0.113.7'
const limited = { status: 429 }
const wrong = { email: owner.email, password: 'not the password' }

describeEachPostgres('signing in', (db) => {
  let clock: TestClock
  let config: ReturnType<typeof authConfig>
  let identity: Identity

  beforeEach(async () => {
    clock = new TestClock()
    config = authConfig()
    identity = await openTestIdentity(db(), clock.now, config)
  })

  const failedAttempts = (count: number, credentials = wrong, from: (n: number) => string = () => client) =>
    Promise.allSettled(Array.from({ length: count }, (_, n) => signIn(identity, credentials, from(n))))
  const codes = (results: PromiseSettledResult<unknown>[]) =>
    results.map((result) => (result.status === 'fulfilled' ? 'signed_in' : String(result.reason.code)))

  it('gives a session of the specified shape', async () => {
    const { session, refreshToken } = await signIn(identity, owner, client)
    expect(session).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 900,
      expires_at: clock.now().getTime() / 1000 + 900,
      aal: 'aal1',
      user: {
        id: expect.any(String),
        email: owner.email,
        identities: [{ provider: 'email', identity_id: session.user.id }],
        factors: [],
      },
    })
    expect(decodeJwt(session.access_token)).toMatchObject({ sub: session.user.id })
    expect(Buffer.from(refreshToken, 'base64url')).toHaveLength(32)
    expect(await authenticate(identity, session.access_token)).toMatchObject({
      email: owner.email,
      role: 'owner',
    })
    expect(await auditedEvents(db())).toEqual(['first_admin_created', 'signed_in'])
  })

  it('takes an address in any case', async () => {
    const { session } = await signIn(identity, { ...owner, email: ' Owner@HalfMeasure.test ' }, client)
    expect(session.user.email).toBe(owner.email)
  })

  it('gives the same response for an unknown account as for a wrong password', async () => {
    const refusals = await Promise.all(
      [wrong, { ...wrong, email: 'nobody@halfmeasure.test' }].map((credentials) =>
        signIn(identity, credentials, client).catch((error: unknown) => error),
      ),
    )
    expect(refusals[0]).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid credentials',
    })
    expect(refusals[1]).toEqual(refusals[0])
    expect(await auditedEvents(db())).toEqual(['first_admin_created', 'sign_in_failed', 'sign_in_failed'])
  })

  it('does the same work for an unknown account as for a wrong password', async () => {
    // Counted rather than timed: one hash at one cost is nine tenths of a response.
    const passwords = createPasswords()
    const password_hash = await passwords.hash(owner.password)
    await db().updateTable('users').set({ password_hash }).execute()
    const work = async (email: string) => {
      vi.mocked(verify).mockClear()
      await signIn({ ...identity, passwords }, { ...wrong, email }, client).catch(() => {})
      return vi.mocked(verify).mock.calls.map(([against]) => String(against).split('$').slice(0, 4).join('$'))
    }
    const known = await work(owner.email)
    expect(known).toEqual([expect.stringContaining('$argon2id$v=19$m=19456,t=2,p=1')])
    expect(await work('nobody@halfmeasure.test')).toEqual(known)
  })

  it('stores no refresh token and no password as it is', async () => {
    const { refreshToken } = await signIn(identity, owner, client)
    const rows = await db().selectFrom('refresh_tokens').selectAll().execute()
    const users = await db().selectFrom('users').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.token_hash).toHaveLength(32)
    expect(JSON.stringify([rows, users])).not.toContain(owner.password)
    expect(rows[0]?.token_hash.toString('latin1')).not.toContain(refreshToken)
    expect(rows[0]?.token_hash).not.toEqual(Buffer.from(refreshToken, 'base64url'))
  })

  it('refuses an account after 10 failures in 5 minutes, the right password included', async () => {
    const results = await failedAttempts(10, wrong, (n) => `203.0.113.${n}`)
    expect(codes(results)).toEqual(Array(10).fill('invalid_credentials'))
    clock.advance({ minutes: 4 })
    await expect(signIn(identity, owner, '198.51.100.1')).rejects.toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
      retryAfter: 60,
    })
    expect((await auditedEvents(db())).filter((event) => event === 'sign_in_limited')).toHaveLength(1)
  })

  it('never locks an account for longer than the window', async () => {
    await failedAttempts(40, wrong, (n) => `203.0.113.${n}`)
    clock.advance({ minutes: 5, ms: 1 })
    await expect(signIn(identity, owner, client)).resolves.toMatchObject({
      session: { token_type: 'bearer' },
    })
  })

  it('admits no more of many attempts at once than one by one', async () => {
    const results = codes(await failedAttempts(40, wrong, (n) => `203.0.113.${n}`))
    expect(results.filter((code) => code === 'invalid_credentials')).toHaveLength(10)
    expect(results.filter((code) => code === 'over_request_rate_limit')).toHaveLength(30)
  })

  it('does not count attempts that succeed', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => signIn(identity, owner, client)),
    )
    expect(codes(results)).toEqual(Array(12).fill('signed_in'))
  })

  it('treats an unknown account in the same way', async () => {
    const unknown = { ...wrong, email: 'nobody@halfmeasure.test' }
    const results = codes(await failedAttempts(11, unknown, (n) => `203.0.113.${n}`))
    expect(results.filter((code) => code === 'over_request_rate_limit')).toHaveLength(1)
  })

  it('refuses a client after 30 failures in 5 minutes, whatever the accounts', async () => {
    for (let n = 0; n < 30; n += 1) {
      await signIn(identity, { ...wrong, email: `person-${n}@halfmeasure.test` }, client).catch(() => {})
    }
    await expect(signIn(identity, owner, client)).rejects.toMatchObject({ status: 429, retryAfter: 300 })
    await expect(signIn(identity, owner, '198.51.100.1')).resolves.toBeDefined()
  })

  it('cannot be locked by strangers for a browser that the account knows, which has attempts of its own', async () => {
    const { device } = await signIn(identity, owner, client)
    const strangers = Array.from({ length: 10 }, (_, n) => `198.51.100.${n}`)
    for (const stranger of strangers) await signIn(identity, wrong, stranger).catch(() => {})
    await expect(signIn(identity, owner, client)).rejects.toMatchObject(limited)
    const again = await signIn(identity, owner, client, { device, name: null })
    expect(again.device).toBe(device)

    for (let n = 0; n < 10; n += 1)
      await signIn(identity, wrong, client, { device, name: null }).catch(() => {})
    await expect(signIn(identity, owner, client, { device, name: null })).rejects.toMatchObject(limited)
  })

  it.each(['', 'x', `${'a'.repeat(22)}.${'b'.repeat(43)}`])('does not know the device %j', async (forged) => {
    for (let n = 0; n < 10; n += 1)
      await signIn(identity, wrong, client, { device: forged, name: null }).catch(() => {})
    const browser = { device: forged, name: null }
    await expect(signIn(identity, owner, '198.51.100.1', browser)).rejects.toMatchObject(limited)
  })

  it('does not know the device of another account', async () => {
    const other = { email: 'other@halfmeasure.test', password: 'a phrase of its own' }
    const { device } = await signUp(identity, other).then(() => signIn(identity, other, client))
    for (let n = 0; n < 10; n += 1)
      await signIn(identity, wrong, client, { device, name: null }).catch(() => {})
    await expect(signIn(identity, owner, client, { device, name: null })).rejects.toMatchObject(limited)
  })

  it('keeps its limits over a restart, and keeps no address', async () => {
    await failedAttempts(10)
    const restarted = await openTestIdentity(db(), clock.now, config)
    await expect(signIn(restarted, owner, client)).rejects.toMatchObject(limited)

    const attempts = await db().selectFrom('limited_attempts').select('key_hash').execute()
    const audited = await db().selectFrom('audit_log').select('details').execute()
    const plain = ['client', 'account'].flatMap((name) =>
      [client, owner.email].flatMap((subject) => [subject, `${name}:${subject}`]),
    )
    const unkeyed = plain.map((text) => createHash('sha256').update(text).digest('hex'))
    for (const { key_hash } of attempts) {
      expect(unkeyed).not.toContain(key_hash.toString('hex'))
      expect(key_hash.toString('latin1')).not.toContain(client)
    }
    expect(attempts).toHaveLength(20)
    expect(JSON.stringify(audited)).not.toContain(client)
  })

  it('does no hashing for attempts that are over the limit', async () => {
    for (let n = 0; n < 10; n += 1) await signIn(identity, wrong, client).catch(() => {})
    vi.mocked(verify).mockClear()
    await expect(signIn(identity, wrong, client)).rejects.toMatchObject(limited)
    expect(verify).not.toHaveBeenCalled()
  })

  it('lets go of attempts that no longer count', async () => {
    await failedAttempts(3)
    clock.advance({ minutes: 6 })
    await failedAttempts(1)
    expect(await db().selectFrom('limited_attempts').select('id').execute()).toHaveLength(2)
  })

  it('ends what outlived its time: a session after 30 days', async () => {
    await signIn(identity, owner, client)
    clock.advance({ days: 30 })
    await signIn(identity, owner, client)
    expect(await db().selectFrom('sessions').select('id').execute()).toHaveLength(1)
    expect(await db().selectFrom('refresh_tokens').select('issued_at').execute()).toHaveLength(1)
  })
})
