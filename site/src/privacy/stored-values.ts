import {
  CONSENT_AT_KEY,
  CONSENT_ID_KEY,
  CONSENT_KEY,
  CONSENT_REPORTS_KEY,
  CONSENT_VERSION_KEY,
  NEW_TAB_KEY,
  OUTBOX_KEY,
  SESSION_GRANT_KEY,
  SESSION_KEY,
  WITHDRAWN_SESSION_KEY,
  variantKey,
} from '@half-measure/shared/domain/consent.ts'
import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import { SAVED_STORIES_KEY } from '../articles/saved-stories.ts'
import type { KeyValueStorage } from '../client/safe-storage.ts'
import { POPUP_SEEN_KEY } from '../newsletter/newsletter-popup.ts'

interface Known {
  readonly key: string
  /** What it is for. */
  readonly meaning: string
}

interface StoredValue extends Known {
  readonly value: string
}

const VARIANTS: readonly Known[] = EXPERIMENTS.map(({ name }) => ({
  key: variantKey(name),
  meaning: 'Which version of a page under test you see.',
}))

const LOCAL: readonly Known[] = [
  { key: CONSENT_KEY, meaning: 'Your answer about cookies.' },
  { key: CONSENT_AT_KEY, meaning: 'When you accepted.' },
  { key: CONSENT_VERSION_KEY, meaning: 'Which version of our question you accepted.' },
  { key: CONSENT_ID_KEY, meaning: 'A random number under which our server keeps proof that you accepted.' },
  { key: CONSENT_REPORTS_KEY, meaning: 'A choice that our server has yet to hear of.' },
  { key: NEW_TAB_KEY, meaning: 'The number of a visit, so that a link opened in a new tab belongs to it.' },
  { key: POPUP_SEEN_KEY, meaning: 'That you have seen the newsletter window, or signed up.' },
  { key: SAVED_STORIES_KEY, meaning: 'The stories that you saved for later; they stay on this device.' },
  ...VARIANTS,
]

const SESSION: readonly Known[] = [
  { key: SESSION_KEY, meaning: 'A random number for this visit.' },
  { key: SESSION_GRANT_KEY, meaning: 'When you agreed to this visit being counted.' },
  {
    key: WITHDRAWN_SESSION_KEY,
    meaning: 'The number of the visit that you withdrew, until you say whether to erase what it sent.',
  },
  { key: OUTBOX_KEY, meaning: 'What is yet to be sent.' },
  ...VARIANTS,
]

/** Everything that the public site keeps in this browser; sent events are listed separately. */
export function storedValues(local: KeyValueStorage, session: KeyValueStorage): StoredValue[] {
  const found = (storage: KeyValueStorage, known: readonly Known[]): StoredValue[] =>
    known.flatMap(({ key, meaning }) => {
      const value = storage.getItem(key)
      return value === null ? [] : [{ key, value, meaning }]
    })
  return [...found(local, LOCAL), ...found(session, SESSION)]
}
