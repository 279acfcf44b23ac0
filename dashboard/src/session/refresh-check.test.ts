import { describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { NetworkError } from '../api/errors.ts'
import type { AuthCalls } from './session-store.ts'
import { refusal } from '../api/testing/refusal.ts'
import { createRefresh, createSignedInTab, useStoppedClock } from './testing/tabs.ts'

useStoppedClock()

describe('the refresh check', () => {
  async function signedIn(refresh: AuthCalls['refresh']) {
    const tab = await createSignedInTab({ refresh })
    tab.store.start()
    return tab
  }

  it('refreshes at the tick that leaves three ticks or fewer', async () => {
    const refresh = createRefresh()
    const { events } = await signedIn(refresh)
    // Of 15 minutes, 4 ticks are left at 13:00 and 3 at 13:30.
    await vi.advanceTimersByTimeAsync(13 * MINUTE_MS)
    expect(refresh).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(refresh).toHaveBeenCalledOnce()
    expect(events).toEqual(['SIGNED_IN', 'TOKEN_REFRESHED'])
  })

  it('continues with the new session', async () => {
    const refresh = createRefresh()
    await signedIn(refresh)
    await vi.advanceTimersByTimeAsync(27 * MINUTE_MS)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('tries again after 200 ms when the server responds with 503', async () => {
    const refresh = createRefresh().mockRejectedValueOnce(refusal(503))
    const { events } = await signedIn(refresh)
    await vi.advanceTimersByTimeAsync(13.5 * MINUTE_MS + 199)
    expect(refresh).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(refresh).toHaveBeenCalledTimes(2)
    expect(events).toContain('TOKEN_REFRESHED')
  })

  it('keeps the session while the server is unavailable', async () => {
    const { store, events } = await signedIn(() => Promise.reject(new NetworkError(null)))
    await vi.advanceTimersByTimeAsync(14.5 * MINUTE_MS)
    expect(store.user()).not.toBeNull()
    expect(events).toEqual(['SIGNED_IN'])
  })

  it.each([400, 401, 500])('ends the session when the refresh is refused with %i', async (status) => {
    const { store, events } = await signedIn(() => Promise.reject(refusal(status)))
    await vi.advanceTimersByTimeAsync(13.5 * MINUTE_MS)
    expect(store.user()).toBeNull()
    expect(events).toEqual(['SIGNED_IN', 'SESSION_ENDED'])
  })
})
