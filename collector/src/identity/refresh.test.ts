import { beforeEach, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { auditedEvents, openTestIdentity, owner } from '../../test/postgres/test-identity.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import type { Identity } from './identity.ts'
import { authenticate } from './authenticate.ts'
import { COOKIE_GRACE_MS, refresh } from './refresh.ts'
import type { IssuedSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

describeEachPostgres('refreshing', (db) => {
  let clock: TestClock
  let identity: Identity

  beforeEach(async () => {
    clock = new TestClock()
    identity = await openTestIdentity(db(), clock.now)
  })

  const start = () => signIn(identity, owner, '203.0.113.7')
  const exchange = (token: string) => refresh(identity, token, COOKIE_GRACE_MS)
  const refused = (code: string, status = 400) => expect.objectContaining({ code, status })

  it('exchanges the token for another one of the same session', async () => {
    const first = await start()
    clock.advance({ minutes: 14 })
    const second = await exchange(first.refreshToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(second.session.expires_at).toBe(first.session.expires_at + 14 * 60)
    expect(second.session.user).toEqual(first.session.user)
    const [one, other] = await Promise.all(
      [first, second].map(({ session }) => authenticate(identity, session.access_token)),
    )
    expect(one?.sessionId).toBe(other?.sessionId)
  })

  it('gives the same next token to everybody who presents one within a minute of its first use', async () => {
    const { refreshToken } = await start()
    const first = await exchange(refreshToken)
    clock.advance({ seconds: 60 })
    const again = await exchange(refreshToken)
    expect(again.refreshToken).toBe(first.refreshToken)
    await expect(exchange(again.refreshToken)).resolves.toBeDefined()
    // A thief who was quick does not stay signed in beside the owner for long.
    clock.advance({ seconds: 61 })
    await expect(exchange(first.refreshToken)).rejects.toEqual(refused('refresh_token_already_used'))
  })

  it('counts the grace from the first rotation, however often the token is presented', async () => {
    const { refreshToken } = await start()
    await exchange(refreshToken)
    clock.advance({ seconds: 31 })
    await exchange(refreshToken)
    clock.advance({ seconds: 31 })
    await expect(exchange(refreshToken)).rejects.toEqual(refused('refresh_token_already_used'))
  })

  it('keeps one session alive when ten refreshes meet', async () => {
    const { refreshToken } = await start()
    const results = await Promise.all(Array.from({ length: 10 }, () => exchange(refreshToken)))
    expect(new Set(results.map((result) => result.refreshToken)).size).toBe(1)
    const sessions = await db().selectFrom('sessions').select('ended_at').execute()
    expect(sessions).toEqual([{ ended_at: null }])
  })

  it('ends the whole family when a spent token comes back later, the active token’s parent included', async () => {
    const parent = await start()
    const active = await exchange(parent.refreshToken)
    const stranger = await start()
    clock.advance({ seconds: 60, ms: 1 })

    await expect(exchange(parent.refreshToken)).rejects.toEqual(refused('refresh_token_already_used'))
    await expect(exchange(active.refreshToken)).rejects.toEqual(refused('refresh_token_already_used'))
    for (const { session } of [parent, active]) {
      await expect(authenticate(identity, session.access_token)).rejects.toEqual(
        refused('session_not_found', 401),
      )
    }
    // Another session of the same person is none of this family.
    await expect(exchange(stranger.refreshToken)).resolves.toBeDefined()
    expect((await auditedEvents(db())).filter((event) => event === 'refresh_token_reused')).toHaveLength(1)
  })

  it('ends the family for a grandparent within its child’s grace as well', async () => {
    const { refreshToken } = await start()
    const child = await exchange(refreshToken)
    clock.advance({ seconds: 61 })
    await exchange(child.refreshToken)
    await expect(exchange(refreshToken)).rejects.toEqual(refused('refresh_token_already_used'))
  })

  it('knows no token that it did not issue', async () => {
    await expect(exchange('never issued')).rejects.toEqual(refused('refresh_token_not_found'))
  })

  it('ends with a sign-out, immediately and for access tokens too', async () => {
    const { session, refreshToken } = await start()
    const principal = await authenticate(identity, session.access_token)
    await signOut(identity, principal.sessionId)
    await expect(exchange(refreshToken)).rejects.toEqual(refused('session_not_found'))
    await expect(authenticate(identity, session.access_token)).rejects.toEqual(
      refused('session_not_found', 401),
    )
    await signOut(identity, principal.sessionId)
    expect((await auditedEvents(db())).filter((event) => event === 'signed_out')).toHaveLength(1)
  })

  it('expires after a week without a refresh', async () => {
    const { refreshToken } = await start()
    clock.advance({ days: 7 })
    await expect(exchange(refreshToken)).rejects.toEqual(refused('session_expired'))
  })

  it('expires 30 days after the sign-in, however busy, and so do the last access tokens', async () => {
    let current: IssuedSession = await start()
    for (let day = 6; day < 30; day += 6) {
      clock.advance({ days: 6 })
      current = await exchange(current.refreshToken)
    }
    clock.advance({ days: 6, minutes: -5 })
    current = await exchange(current.refreshToken)
    clock.advance({ minutes: 5 })
    await expect(exchange(current.refreshToken)).rejects.toEqual(refused('session_expired'))
    await expect(authenticate(identity, current.session.access_token)).rejects.toEqual(
      refused('session_expired', 401),
    )
  })
})
