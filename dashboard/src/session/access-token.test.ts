import type { Session } from '@half-measure/shared/auth/session.ts'
import { describe, expect, it, vi } from 'vitest'
import { NetworkError } from '../api/errors.ts'
import type { AuthCalls } from './session-store.ts'
import { createRefresh, createSignedInTab, session, STARTED, useStoppedClock } from './testing/tabs.ts'

useStoppedClock()

describe('an access token', () => {
  async function signedInFor(expires_in: number, refresh: AuthCalls['refresh']) {
    return (await createSignedInTab({ refresh }, { expires_in })).store
  }

  it('is used as it is with 90 s left', async () => {
    const store = await signedInFor(90, createRefresh())
    await expect(store.accessToken()).resolves.toBe('first')
  })

  it('is replaced first with less left', async () => {
    const store = await signedInFor(89, createRefresh())
    await expect(store.accessToken()).resolves.toBe('token-1')
  })

  it('is measured by this clock, whatever the server takes the time for', async () => {
    const { store } = await createSignedInTab({}, { expires_at: STARTED / 1000 - 9999 })
    await expect(store.accessToken()).resolves.toBe('first')
  })

  it('is used until it expires if the server does not respond', async () => {
    const store = await signedInFor(80, () => Promise.reject(new NetworkError(null)))
    const token = store.accessToken()
    await vi.advanceTimersByTimeAsync(30_000)
    await expect(token).resolves.toBe('first')
  })

  it('is not returned after it expires', async () => {
    const store = await signedInFor(10, () => Promise.reject(new NetworkError(null)))
    const token = store.accessToken().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await token).toBeInstanceOf(NetworkError)
  })

  it('is replaced once for all requests that it failed', async () => {
    const refresh = createRefresh()
    const store = await signedInFor(900, refresh)
    await expect(Promise.all([store.replace('first'), store.replace('first')])).resolves.toEqual([
      'token-1',
      'token-1',
    ])
    await expect(store.replace('first')).resolves.toBe('token-1')
    expect(refresh).toHaveBeenCalledOnce()
  })

  it('is dropped if it arrives after the session has ended', async () => {
    let respond: (session: Session) => void = () => undefined
    const { store, events } = await createSignedInTab({
      refresh: () => new Promise((resolve) => (respond = resolve)),
      signOut: () => Promise.resolve(),
    })
    const late = store.replace('first')
    await vi.advanceTimersByTimeAsync(0)
    await store.signOut()
    respond(session({ access_token: 'late' }))
    await expect(late).resolves.toBeNull()
    expect(events).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
  })
})
