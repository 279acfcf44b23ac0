import { describe, expect, it, vi } from 'vitest'
import { NetworkError } from '../api/errors.ts'
import { refusal } from '../api/testing/refusal.ts'
import { createRefresh, createSignedInTab, createTab, session, useStoppedClock } from './testing/tabs.ts'

useStoppedClock()

describe('restoring', () => {
  it('begins with the session the cookie stands for', async () => {
    const { store, events } = createTab({ refresh: createRefresh() })
    await expect(store.restore()).resolves.toMatchObject({ email: 'a@b.test' })
    await expect(store.accessToken()).resolves.toBe('token-1')
    expect(events).toEqual(['INITIAL_SESSION'])
  })

  it.each([400, 401])('begins signed out when the server says %i', async (status) => {
    const { store, events } = createTab({ refresh: () => Promise.reject(refusal(status)) })
    await expect(store.restore()).resolves.toBeNull()
    await expect(store.accessToken()).resolves.toBeNull()
    expect(events).toEqual(['INITIAL_SESSION'])
  })

  it('runs once, however often it is called', async () => {
    const refresh = createRefresh()
    const { store } = createTab({ refresh })
    await Promise.all([store.restore(), store.restore()])
    await store.restore()
    expect(refresh).toHaveBeenCalledOnce()
  })

  it('tells a request without a response from a refusal, and may try again', async () => {
    const refresh = createRefresh()
    let reachable = false
    const { store, events } = createTab({
      refresh: () => (reachable ? refresh() : Promise.reject(new NetworkError(null))),
    })
    const first = store.restore().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await first).toBeInstanceOf(NetworkError)
    expect(events).toEqual([])
    reachable = true
    await expect(store.restore()).resolves.not.toBeNull()
  })

  it('says who is there now, not who was there first', async () => {
    const { store } = createTab({ refresh: createRefresh(), signOut: () => Promise.resolve() })
    await store.restore()
    await store.signOut()
    await expect(store.restore()).resolves.toBeNull()
  })
})

describe('signing in and out', () => {
  it('says so', async () => {
    const { store, events } = createTab({
      signIn: async () => session(),
      signOut: () => Promise.resolve(),
    })
    await store.signIn({ email: 'a@b.test', password: 'secret' })
    expect(store.user()?.email).toBe('a@b.test')
    await store.signOut()
    expect(store.user()).toBeNull()
    expect(events).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
  })

  it.each([
    { email: '', password: 'x' },
    { email: 'a@b.test', password: '' },
  ])('requires both fields before any request: %o', async (credentials) => {
    const { store } = createTab()
    await expect(store.signIn(credentials)).rejects.toThrow(
      'You must provide either an email or phone number and a password',
    )
  })

  it('passes on the words of a refusal', async () => {
    const { store, events } = createTab({ signIn: () => Promise.reject(refusal(400)) })
    await expect(store.signIn({ email: 'a@b.test', password: 'x' })).rejects.toThrow('No.')
    expect(events).toEqual([])
  })

  it('stays signed in when the server could not be reached to end it', async () => {
    const signOut = () => Promise.reject(new NetworkError(null))
    const { store, events } = await createSignedInTab({ signOut })
    await expect(store.signOut()).rejects.toBeInstanceOf(NetworkError)
    expect(store.user()).not.toBeNull()
    expect(events).toEqual(['SIGNED_IN'])
  })

  it('signs out of a session the server has forgotten', async () => {
    const { store } = await createSignedInTab({ signOut: () => Promise.reject(refusal(401)) })
    await store.signOut()
    expect(store.user()).toBeNull()
  })

  it('says so when the account has changed, and keeps the session', async () => {
    const { store, events } = await createSignedInTab()
    const token = await store.accessToken()
    store.updateUser({ ...session().user, email: 'new@b.test' })
    expect(store.user()?.email).toBe('new@b.test')
    await expect(store.accessToken()).resolves.toBe(token)
    expect(events).toEqual(['SIGNED_IN', 'USER_UPDATED'])
  })

  it.each(['USER_UPDATED', 'PASSWORD_RECOVERY', 'MFA_CHALLENGE_VERIFIED'] as const)(
    'takes over a session that came by %s',
    async (event) => {
      const { store, events } = createTab()
      store.adopt(event, session({ access_token: 'other' }))
      await expect(store.accessToken()).resolves.toBe('other')
      expect(events).toEqual([event])
    },
  )
})
