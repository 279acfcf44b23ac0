import type { Session } from '@half-measure/shared/auth/session.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '../api/api-error.ts'
import type { AuthCalls } from '../api/auth-calls.ts'
import type { SessionEvent, TabMessage } from './session-event.ts'
import { createSessionStore } from './session-store.ts'
import type { TabLink } from './tab-link.ts'

const started = Date.parse('2026-11-20T12:00:00Z')
const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: started })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const refusal = (status: number) => new ApiError({ status, code: 'x', message: 'No.' })

function session(part: Partial<Session> = {}): Session {
  return {
    access_token: 'token-1',
    token_type: 'bearer',
    expires_in: 900,
    expires_at: started / 1000 + 900,
    user: { id: '018f3a50-0000-4000-8000-000000000001', email: 'a@b.test', identities: [], factors: [] },
    ...part,
  }
}

/** Tabs of one browser: one lock, and every message reaches the other tabs. */
function createBrowser() {
  const listeners: ((message: TabMessage, from: number) => void)[] = []
  let lock: Promise<unknown> = Promise.resolve()
  let tabs = 0
  return (): TabLink => {
    const me = tabs++
    return {
      exclusive: (task) => {
        const mine = lock.then(task)
        lock = mine.catch(() => undefined)
        return mine
      },
      send: (message) => listeners.forEach((listener) => listener(message, me)),
      listen: (listener) => listeners.push((message, from) => from !== me && listener(message)),
    }
  }
}

function createTab(calls: Partial<AuthCalls> = {}, tabs: TabLink = createBrowser()()) {
  const unexpected = () => Promise.reject(new Error('this call was not expected'))
  const store = createSessionStore({
    calls: {
      signIn: unexpected,
      refresh: unexpected,
      signOut: unexpected,
      ensureAdminUser: unexpected,
      ...calls,
    },
    tabs,
  })
  const events: SessionEvent[] = []
  store.onEvent((event) => events.push(event))
  return { store, events }
}

/** A server that hands out token-1, token-2 … */
function createRefresh() {
  let count = 0
  return vi.fn<AuthCalls['refresh']>(async () => session({ access_token: `token-${++count}` }))
}

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

  it('happens once, however often it is asked for', async () => {
    const refresh = createRefresh()
    const { store } = createTab({ refresh })
    await Promise.all([store.restore(), store.restore()])
    await store.restore()
    expect(refresh).toHaveBeenCalledOnce()
  })

  it('knows an unanswered question from a refusal, and may be asked again', async () => {
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
  ])('asks for both fields without asking the server: %o', async (credentials) => {
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

  it('stays signed in when the server could not be told of the end', async () => {
    const { store, events } = createTab({
      signIn: async () => session(),
      signOut: () => Promise.reject(new NetworkError(null)),
    })
    await store.signIn({ email: 'a@b.test', password: 'x' })
    await expect(store.signOut()).rejects.toBeInstanceOf(NetworkError)
    expect(store.user()).not.toBeNull()
    expect(events).toEqual(['SIGNED_IN'])
  })

  it('signs out of a session the server has forgotten', async () => {
    const { store } = createTab({
      signIn: async () => session(),
      signOut: () => Promise.reject(refusal(401)),
    })
    await store.signIn({ email: 'a@b.test', password: 'x' })
    await store.signOut()
    expect(store.user()).toBeNull()
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

describe('the refresh check', () => {
  async function signedIn(refresh: AuthCalls['refresh']) {
    const tab = createTab({ signIn: async () => session({ access_token: 'first' }), refresh })
    await tab.store.signIn({ email: 'a@b.test', password: 'x' })
    return { ...tab, stop: tab.store.start() }
  }

  it('refreshes at the tick that leaves three ticks or fewer', async () => {
    const refresh = createRefresh()
    const { events, stop } = await signedIn(refresh)
    // Of 15 minutes, 4 ticks are left at 13:00 and 3 at 13:30.
    await vi.advanceTimersByTimeAsync(13 * MINUTE_MS)
    expect(refresh).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(refresh).toHaveBeenCalledOnce()
    expect(events).toEqual(['SIGNED_IN', 'TOKEN_REFRESHED'])
    stop()
  })

  it('goes on with the new session, and stops when it is told to', async () => {
    const refresh = createRefresh()
    const { stop } = await signedIn(refresh)
    await vi.advanceTimersByTimeAsync(27 * MINUTE_MS)
    expect(refresh).toHaveBeenCalledTimes(2)
    stop()
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('tries again after 200 ms when the server does not answer', async () => {
    const refresh = createRefresh().mockRejectedValueOnce(refusal(503))
    const { events, stop } = await signedIn(refresh)
    await vi.advanceTimersByTimeAsync(13.5 * MINUTE_MS + 199)
    expect(refresh).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(refresh).toHaveBeenCalledTimes(2)
    expect(events).toContain('TOKEN_REFRESHED')
    stop()
  })

  it('keeps the session while the server is away', async () => {
    const { store, events, stop } = await signedIn(() => Promise.reject(new NetworkError(null)))
    await vi.advanceTimersByTimeAsync(14.5 * MINUTE_MS)
    expect(store.user()).not.toBeNull()
    expect(events).toEqual(['SIGNED_IN'])
    stop()
  })

  it.each([400, 401, 500])('ends the session when the refresh is refused with %i', async (status) => {
    const { store, events, stop } = await signedIn(() => Promise.reject(refusal(status)))
    await vi.advanceTimersByTimeAsync(13.5 * MINUTE_MS)
    expect(store.user()).toBeNull()
    expect(events).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
    stop()
  })
})

describe('an access token', () => {
  async function signedInFor(expiresIn: number, refresh: AuthCalls['refresh']) {
    const tab = createTab({
      signIn: async () => session({ access_token: 'first', expires_in: expiresIn }),
      refresh,
    })
    await tab.store.signIn({ email: 'a@b.test', password: 'x' })
    return tab.store
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
    const store = createTab({
      signIn: async () => session({ access_token: 'first', expires_at: started / 1000 - 9999 }),
    }).store
    await store.signIn({ email: 'a@b.test', password: 'x' })
    await expect(store.accessToken()).resolves.toBe('first')
  })

  it('serves to its end when the server does not answer', async () => {
    const store = await signedInFor(80, () => Promise.reject(new NetworkError(null)))
    const token = store.accessToken()
    await vi.advanceTimersByTimeAsync(30_000)
    await expect(token).resolves.toBe('first')
  })

  it('is not given out after its end', async () => {
    const store = await signedInFor(10, () => Promise.reject(new NetworkError(null)))
    const token = store.accessToken().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await token).toBeInstanceOf(NetworkError)
  })

  it('is replaced once for all who had it refused', async () => {
    const refresh = createRefresh()
    const store = await signedInFor(900, refresh)
    await expect(Promise.all([store.replace('first'), store.replace('first')])).resolves.toEqual([
      'token-1',
      'token-1',
    ])
    await expect(store.replace('first')).resolves.toBe('token-1')
    expect(refresh).toHaveBeenCalledOnce()
  })

  it('that arrives after the session has ended is dropped', async () => {
    let answer: (session: Session) => void = () => undefined
    const tab = createTab({
      signIn: async () => session({ access_token: 'first' }),
      refresh: () => new Promise((resolve) => (answer = resolve)),
      signOut: () => Promise.resolve(),
    })
    await tab.store.signIn({ email: 'a@b.test', password: 'x' })
    const late = tab.store.replace('first')
    await vi.advanceTimersByTimeAsync(0)
    await tab.store.signOut()
    answer(session({ access_token: 'late' }))
    await expect(late).resolves.toBeNull()
    expect(tab.events).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
  })
})

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
    other.send({ event: 'TOKEN_REFRESHED', held: { session: session(), expiresAtMs: started + 900_000 } })
    expect(tab.store.user()).toBeNull()
  })
})
