import {
  CONSENT_AT_KEY,
  CONSENT_GRACE_MS,
  CONSENT_KEY,
  CONSENT_VERSION,
  CONSENT_VERSION_KEY,
  type ConsentState,
} from '@half-measure/shared/domain/consent.ts'
import { isGranted } from './is-granted.ts'

/** What the reader accepted, and when; sent with everything based on it. */
export interface Grant {
  /** Names the text. */
  readonly version: string
  /** ISO 8601. */
  readonly at: string
}

/** A browser tells other tabs only of values that change: to accept again, after other words, changes no choice. */
const KEYS: readonly string[] = [CONSENT_KEY, CONSENT_AT_KEY, CONSENT_VERSION_KEY]

export interface ConsentStore {
  /** What the reader chose, or `rejected` for an undecided reader whose browser sends Global Privacy Control. */
  state(): ConsentState
  /** The grant while the state is `accepted`. */
  grant(): Grant | undefined
  accept(): void
  reject(): void
  /** Removes the choice. */
  reset(): void
  /** Calls the listener after each change, in this tab or another. @returns unsubscribes. */
  subscribe(listener: ConsentListener): () => void
}

/** @param where the tab in which the reader chose: this one or another. */
export type ConsentListener = (state: ConsentState, where: 'here' | 'elsewhere') => void

interface ConsentStoreOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** `navigator.globalPrivacyControl`. */
  readonly privacyControl: boolean
  readonly now: () => Date
  /** Fires `storage` events of other tabs, and `pageshow` when the reader comes back to a cached page. */
  readonly window: Pick<EventTarget, 'addEventListener'>
}

/** The reader's choice, stored in the browser. A missing or outdated record grants nothing. */
export function createConsentStore({
  storage,
  privacyControl,
  now,
  window,
}: ConsentStoreOptions): ConsentStore {
  const listeners = new Set<ConsentListener>()

  function state(): ConsentState {
    if (isGranted(storage, now())) return 'accepted'
    if (storage.getItem(CONSENT_KEY) === 'false' || privacyControl) return 'rejected'
    return 'undecided'
  }

  function changed(where: 'here' | 'elsewhere'): void {
    for (const listener of listeners) listener(state(), where)
  }

  function write(key: string, value: string | undefined): void {
    if (value === undefined) storage.removeItem(key)
    else storage.setItem(key, value)
  }

  function choose(choice: 'true' | 'false' | undefined, grant?: Grant): void {
    write(CONSENT_AT_KEY, grant?.at)
    write(CONSENT_VERSION_KEY, grant?.version)
    write(CONSENT_KEY, choice)
    changed('here')
  }

  window.addEventListener('storage', (event) => {
    const { key } = event as StorageEvent
    // A null key means that the whole storage was cleared.
    if (key === null || KEYS.includes(key)) changed('elsewhere')
  })

  window.addEventListener('pageshow', (event) => {
    // A page in the browser's cache gets no `storage` events.
    if ((event as PageTransitionEvent).persisted) changed('elsewhere')
  })

  return {
    state,
    grant() {
      if (state() !== 'accepted') return undefined
      const version = storage.getItem(CONSENT_VERSION_KEY) ?? CONSENT_VERSION
      write(CONSENT_VERSION_KEY, version)
      const at = storage.getItem(CONSENT_AT_KEY) ?? ''
      const found = now()
      if (Date.parse(at) <= found.getTime() + CONSENT_GRACE_MS) return { version, at }
      // No time, or a later one: the clock was ahead at Accept, and the server would refuse all events until then.
      write(CONSENT_AT_KEY, found.toISOString())
      return { version, at: found.toISOString() }
    },
    accept() {
      if (state() !== 'accepted') choose('true', { version: CONSENT_VERSION, at: now().toISOString() })
    },
    reject: () => choose('false'),
    reset: () => choose(undefined),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
