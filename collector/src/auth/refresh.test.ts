import { beforeEach, expect, it } from 'vitest'
import { describeEachPostgres } from '../../test/postgres/each-postgres.ts'
import { auditedEvents, createTestAuth, owner } from '../../test/postgres/test-auth.ts'
import { TestClock } from '../../test/postgres/test-clock.ts'
import type { Auth } from './auth.ts'

describeEachPostgres('refreshing', (db) => {
  let clock: TestClock
  let auth: Auth

  beforeEach(async () => {
    clock = new TestClock()
    auth = await createTestAuth(db(), clock.now)
  })

  const signIn = async () => auth.signIn(owner, '203.0.113.7')
  const refused = (code: string, status = 400) => expect.objectContaining({ code, status })

  it('exchanges the token for another one of the same session', async () => {
    const first = await signIn()
    clock.advance({ minutes: 14 })
    const second = await auth.refresh(first.refreshToken)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(second.session.expires_at).toBe(first.session.expires_at + 14 * 60)
    expect(second.session.user).toEqual(first.session.user)
    const [one, other] = await Promise.all(
      [first, second].map(({ session }) => auth.authenticate(session.access_token)),
    )
    expect(one?.sessionId).toBe(other?.sessionId)
  })

  it('gives a sibling to whoever presents a token again within 10 seconds of its rotation', async () => {
    const { refreshToken } = await signIn()
    const first = await auth.refresh(refreshToken)
    clock.advance({ seconds: 10 })
    const sibling = await auth.refresh(refreshToken)
    expect(sibling.refreshToken).not.toBe(first.refreshToken)
    // Both go on, and each has its own grace.
    await expect(auth.refresh(first.refreshToken)).resolves.toBeDefined()
    await expect(auth.refresh(sibling.refreshToken)).resolves.toBeDefined()
  })

  it('counts the grace from the first rotation, however often the token is presented', async () => {
    const { refreshToken } = await signIn()
    await auth.refresh(refreshToken)
    clock.advance({ seconds: 6 })
    await auth.refresh(refreshToken)
    clock.advance({ seconds: 6 })
    await expect(auth.refresh(refreshToken)).rejects.toEqual(refused('refresh_token_already_used'))
  })

  it('keeps one session alive when ten refreshes meet', async () => {
    const { refreshToken } = await signIn()
    const results = await Promise.all(Array.from({ length: 10 }, () => auth.refresh(refreshToken)))
    expect(new Set(results.map((result) => result.refreshToken)).size).toBe(10)
    const sessions = await db().selectFrom('sessions').select('ended_at').execute()
    expect(sessions).toEqual([{ ended_at: null }])
  })

  it('ends the whole family when a spent token comes back later, the active token’s parent included', async () => {
    const parent = await signIn()
    const active = await auth.refresh(parent.refreshToken)
    const stranger = await signIn()
    clock.advance({ seconds: 10, ms: 1 })

    await expect(auth.refresh(parent.refreshToken)).rejects.toEqual(refused('refresh_token_already_used'))
    await expect(auth.refresh(active.refreshToken)).rejects.toEqual(refused('refresh_token_already_used'))
    for (const { session } of [parent, active]) {
      await expect(auth.authenticate(session.access_token)).rejects.toEqual(refused('session_not_found', 401))
    }
    // Another session of the same person is none of this family.
    await expect(auth.refresh(stranger.refreshToken)).resolves.toBeDefined()
    expect((await auditedEvents(db())).filter((event) => event === 'refresh_token_reused')).toHaveLength(1)
  })

  it('ends the family for a grandparent within its child’s grace as well', async () => {
    const { refreshToken } = await signIn()
    const child = await auth.refresh(refreshToken)
    clock.advance({ seconds: 11 })
    await auth.refresh(child.refreshToken)
    await expect(auth.refresh(refreshToken)).rejects.toEqual(refused('refresh_token_already_used'))
  })

  it('knows no token that it did not issue', async () => {
    await expect(auth.refresh('never issued')).rejects.toEqual(refused('refresh_token_not_found'))
  })

  it('ends with a sign-out, at once and for access tokens too', async () => {
    const { session, refreshToken } = await signIn()
    const principal = await auth.authenticate(session.access_token)
    await auth.signOut(principal.sessionId)
    await expect(auth.refresh(refreshToken)).rejects.toEqual(refused('session_not_found'))
    await expect(auth.authenticate(session.access_token)).rejects.toEqual(refused('session_not_found', 401))
    await auth.signOut(principal.sessionId)
    expect((await auditedEvents(db())).filter((event) => event === 'signed_out')).toHaveLength(1)
  })

  it('expires after a week without a refresh', async () => {
    const { refreshToken } = await signIn()
    clock.advance({ days: 7 })
    await expect(auth.refresh(refreshToken)).rejects.toEqual(refused('session_expired'))
  })

  it('expires 30 days after the sign-in, however busy, and so do the last access tokens', async () => {
    let current = await signIn()
    for (let day = 6; day < 30; day += 6) {
      clock.advance({ days: 6 })
      current = await auth.refresh(current.refreshToken)
    }
    clock.advance({ days: 6, minutes: -5 })
    current = await auth.refresh(current.refreshToken)
    clock.advance({ minutes: 5 })
    await expect(auth.refresh(current.refreshToken)).rejects.toEqual(refused('session_expired'))
    await expect(auth.authenticate(current.session.access_token)).rejects.toEqual(
      refused('session_expired', 401),
    )
  })
})
