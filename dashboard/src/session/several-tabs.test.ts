import { describe, expect, it } from 'vitest'
import { refusal } from '../api/testing/refusal.ts'
import { createBrowser, createRefresh, createTab, session, STARTED, useStoppedClock } from './testing/tabs.ts'

useStoppedClock()

describe('several tabs', () => {
  it('share one refresh', async () => {
    const openTab = createBrowser()
    const refresh = createRefresh()
    const [one, two] = [createTab({ refresh }, openTab()), createTab({ refresh }, openTab())]
    await one.store.restore()
    await two.store.restore()
    refresh.mockClear()
    const token = (await two.store.accessToken()) ?? ''
    const both = await Promise.all([one.store.replace(token), two.store.replace(token)])
    expect(refresh).toHaveBeenCalledOnce()
    expect(both).toEqual(['token-3', 'token-3'])
  })

  it('sign out together, and in together', async () => {
    const openTab = createBrowser()
    const calls = {
      refresh: createRefresh(),
      signOut: () => Promise.resolve(),
      signIn: async () => session(),
    }
    const [one, two] = [createTab(calls, openTab()), createTab(calls, openTab())]
    await one.store.restore()
    await two.store.restore()
    await one.store.signOut()
    expect(two.store.user()).toBeNull()
    await two.store.signIn({ email: 'a@b.test', password: 'x' })
    expect(one.store.user()?.email).toBe('a@b.test')
    expect(one.events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED', 'SIGNED_OUT', 'SIGNED_IN'])
  })

  it('do not sign in a tab that has signed out by a refresh that comes late', async () => {
    const openTab = createBrowser()
    const other = openTab()
    const tab = createTab({ refresh: () => Promise.reject(refusal(400)) }, openTab())
    await tab.store.restore()
    other.send({ event: 'TOKEN_REFRESHED', held: { session: session(), expiresAtMs: STARTED + 900_000 } })
    expect(tab.store.user()).toBeNull()
  })
})
