import type { Session } from '@half-measure/shared/auth/session.ts'
import { afterEach, beforeEach, vi } from 'vitest'
import type { SessionEvent, TabMessage } from '../held-session.ts'
import { type AuthCalls, createSessionStore } from '../session-store.ts'
import type { TabLink } from '../tab-link.ts'

export const STARTED = Date.parse('2026-11-20T12:00:00Z')

/** Each test of the file begins at `STARTED`, and time goes on only as the test says. */
export function useStoppedClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ now: STARTED })
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

/** What a sign-in or a refresh brings. */
export function session(part: Partial<Session> = {}): Session {
  return {
    access_token: 'token-1',
    token_type: 'bearer',
    expires_in: 900,
    expires_at: STARTED / 1000 + 900,
    user: { id: '018f3a50-0000-4000-8000-000000000001', email: 'a@b.test', identities: [], factors: [] },
    ...part,
  }
}

/** Tabs of one browser: one lock, and every message reaches the other tabs. */
export function createBrowser() {
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

/** A tab whose calls are those given; it keeps what it receives. Any other call is a mistake of the test. */
export function createTab(calls: Partial<AuthCalls> = {}, tabs: TabLink = createBrowser()()) {
  const unexpected = () => Promise.reject(new Error('this call was not expected'))
  const store = createSessionStore({
    calls: { signIn: unexpected, refresh: unexpected, signOut: unexpected, ...calls },
    tabs,
  })
  const events: SessionEvent[] = []
  store.onEvent((event) => events.push(event))
  return { store, events }
}

/** A tab that has signed in with the token `first`. */
export async function createSignedInTab(calls: Partial<AuthCalls> = {}, granted: Partial<Session> = {}) {
  const signIn = async () => session({ access_token: 'first', ...granted })
  const tab = createTab({ signIn, ...calls })
  await tab.store.signIn({ email: 'a@b.test', password: 'x' })
  return tab
}

/** A server that hands out token-1, token-2 … */
export function createRefresh() {
  let count = 0
  return vi.fn<AuthCalls['refresh']>(async () => session({ access_token: `token-${++count}` }))
}
