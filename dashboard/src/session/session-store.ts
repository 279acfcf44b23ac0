import type { AuthUser, PasswordGrant, Session } from '@half-measure/shared/auth/session.ts'
import { ApiError, isRetryable } from '../api/errors.ts'
import type { TokenSource } from '../api/client.ts'
import {
  type EndingEvent,
  type GrantingEvent,
  type HeldSession,
  hold,
  isDueForRefresh,
  isExpired,
  isNearExpiry,
  type SessionEvent,
  type TabMessage,
  TICK_MS,
} from './held-session.ts'
import type { TabLink } from './tab-link.ts'

/*
 * The session is in memory only. The refresh token, in a cookie that no script can read, survives a reload.
 * Invariants:
 * 1. One tab at a time refreshes, and all adopt its result.
 * 2. A refused refresh ends the session; one without a response does not.
 * 3. A response that arrives after its session has ended is dropped.
 */

/** The calls of the auth service that need no session, or end one. */
export interface AuthCalls {
  signIn(credentials: PasswordGrant): Promise<Session>
  refresh(): Promise<Session>
  signOut(token: string): Promise<unknown>
}

type State = { status: 'restoring' } | { status: 'signed-out' } | { status: 'signed-in'; held: HeldSession }

export interface SessionStore extends TokenSource {
  /** Restores the session and resolves with its user. Throws if the server cannot be reached; may be repeated. */
  restore(): Promise<AuthUser | null>
  user(): AuthUser | null
  signIn(credentials: PasswordGrant): Promise<void>
  /** Throws, and stays signed in, if the server cannot be reached. */
  signOut(): Promise<void>
  /** Adopts a session that is neither from a sign-in nor from a refresh. */
  adopt(event: GrantingEvent, session: Session): void
  /** Adopts the user as the server returns it after a change of the account. */
  updateUser(user: AuthUser): void
  /** Runs the refresh check now; the store's timer does so every 30 s. */
  check(): Promise<void>
  onEvent(listener: (event: SessionEvent) => void): void
  /** Starts the refresh check. */
  start(): void
}

export function createSessionStore({ calls, tabs }: { calls: AuthCalls; tabs: TabLink }): SessionStore {
  let state: State = { status: 'restoring' }
  let restoring: Promise<AuthUser | null> | null = null
  let refreshing: Promise<void> | null = null
  const listeners = new Set<(event: SessionEvent) => void>()

  const held = () => (state.status === 'signed-in' ? state.held : null)
  const user = () => held()?.session.user ?? null

  function change(next: State, event: SessionEvent) {
    state = next
    for (const listener of listeners) listener(event)
  }

  function grant(event: GrantingEvent, next: HeldSession) {
    change({ status: 'signed-in', held: next }, event)
    tabs.send({ event, held: next })
  }

  function drop(event: EndingEvent) {
    change({ status: 'signed-out' }, event)
    tabs.send({ event })
  }

  tabs.listen((message: TabMessage) => {
    if (!('held' in message)) {
      if (state.status === 'signed-in') change({ status: 'signed-out' }, message.event)
      return
    }
    // A refresh concerns tabs with that session; a sign-in concerns all.
    const isTheirs = message.event === 'TOKEN_REFRESHED' && user()?.id !== message.held.session.user.id
    if (state.status !== 'restoring' && !isTheirs) {
      change({ status: 'signed-in', held: message.held }, message.event)
    }
  })

  async function requestRefresh(): Promise<HeldSession> {
    return hold(await retry(() => calls.refresh(), isRetryable), Date.now())
  }

  async function restoreOnce(): Promise<AuthUser | null> {
    await tabs.exclusive(async () => {
      let found: HeldSession | null = null
      try {
        found = await requestRefresh()
      } catch (error) {
        if (isRetryable(error)) throw error
      }
      change(found ? { status: 'signed-in', held: found } : { status: 'signed-out' }, 'INITIAL_SESSION')
      if (found) tabs.send({ event: 'TOKEN_REFRESHED', held: found })
    })
    return user()
  }

  /** Replaces `old`, unless another tab or an earlier call has done so while this one waited. */
  async function refresh(old: HeldSession): Promise<void> {
    await tabs.exclusive(async () => {
      if (held() !== old) return
      try {
        const next = await requestRefresh()
        if (held() === old) grant('TOKEN_REFRESHED', next)
      } catch (error) {
        if (isRetryable(error)) throw error
        if (held() === old) drop('SESSION_ENDED')
      }
    })
  }

  function refreshOnce(old: HeldSession): Promise<void> {
    refreshing ??= refresh(old).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function check(): Promise<void> {
    const current = held()
    if (!current || !isDueForRefresh(current, Date.now())) return
    // No response: the next tick tries again, and the token serves until it expires.
    await refreshOnce(current).catch((error: unknown) => console.warn('Failed to refresh the session', error))
  }

  async function accessToken(): Promise<string | null> {
    const current = held()
    if (current && isNearExpiry(current, Date.now())) {
      await refreshOnce(current).catch((error: unknown) => {
        if (isExpired(current, Date.now())) throw error
      })
    }
    return held()?.session.access_token ?? null
  }

  return {
    user,
    check,

    restore() {
      restoring ??= restoreOnce().catch((error: unknown) => {
        restoring = null
        throw error
      })
      return restoring.then(user)
    },

    async signIn(credentials) {
      const { email, password } = credentials
      if (!email || !password) throw new ApiError(MISSING_CREDENTIALS)
      grant('SIGNED_IN', hold(await calls.signIn({ email, password }), Date.now()))
    },

    async signOut() {
      const token = await accessToken()
      if (token === null) return
      try {
        await calls.signOut(token)
      } catch (error) {
        // The session has ended on the server already.
        if (!(error instanceof ApiError && [401, 403, 404].includes(error.status))) throw error
      }
      drop('SIGNED_OUT')
    },

    adopt: (event, session) => grant(event, hold(session, Date.now())),

    updateUser(user) {
      const current = held()
      if (current) grant('USER_UPDATED', { ...current, session: { ...current.session, user } })
    },

    accessToken,

    async replace(refused) {
      const current = held()
      if (current?.session.access_token === refused) await refreshOnce(current)
      return held()?.session.access_token ?? null
    },

    onEvent: (listener) => void listeners.add(listener),
    start: () => void setInterval(() => void check(), TICK_MS),
  }
}

const MISSING_CREDENTIALS = {
  status: 400,
  code: 'validation_failed',
  message: 'You must provide either an email or phone number and a password',
}

const FIRST_DELAY_MS = 200
const WITHIN_MS = 30_000

/**
 * Runs a task again after 200, 400, 800 … ms while its error is retryable and the next attempt
 * starts within 30 s of the first. Throws the last error.
 */
export async function retry<T>(task: () => Promise<T>, isRetryable: (error: unknown) => boolean): Promise<T> {
  const started = Date.now()
  for (let delay = FIRST_DELAY_MS; ; delay *= 2) {
    try {
      return await task()
    } catch (error) {
      const isLate = Date.now() - started + delay >= WITHIN_MS
      if (!isRetryable(error) || isLate) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delay))
  }
}
