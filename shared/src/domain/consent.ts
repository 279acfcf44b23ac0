/** `localStorage` key of the reader's choice: the texts `true` and `false`; absent means undecided. */
export const CONSENT_KEY = 'cookie-consent'

/** `localStorage` key of the moment of Accept (ISO 8601), sent with each beacon as `consent.at`. */
export const CONSENT_AT_KEY = 'cookie-consent-at'

/** `localStorage` key of the version of the banner's text that the reader accepted, sent with each beacon. */
export const CONSENT_VERSION_KEY = 'cookie-consent-version'

/** How long an Accept counts, in days; then the reader is asked again. The privacy page calls it a year. */
export const CONSENT_DAYS = 365

/**
 * Names the banner's text. A new text gets a later version, in the order of strings; readers who accepted an earlier one
 * are asked again.
 */
export const CONSENT_VERSION = '2026-11'

/** How much older than its grant an event may be, in milliseconds: the page being read at Accept was opened before. */
export const CONSENT_GRACE_MS = 60_000

/** `sessionStorage` key of the analytics session id. */
export const SESSION_KEY = 'analytics-session'

/** `session_<milliseconds since 1970>_<random>`. Apart from its schema, because browsers test it as well. */
export const SESSION_ID = /^session_\d{1,16}_[A-Za-z0-9]{4,64}$/

/** `sessionStorage` key of the moment of the grant that the session is based on. */
export const SESSION_GRANT_KEY = 'analytics-session-grant'

/** `sessionStorage` key of the id of a withdrawn session, until the reader has said whether to erase its events. */
export const WITHDRAWN_SESSION_KEY = 'analytics-withdrawn-session'

/** `localStorage` key of the sessions that links opened in new tabs continue, a JSON array; there for seconds. */
export const NEW_TAB_KEY = 'analytics-new-tab'

/** `localStorage` key of the random id that names this browser's proof of consent; kept until the withdrawal is recorded. */
export const CONSENT_ID_KEY = 'cookie-consent-id'

/** `localStorage` key of choices that the server has not confirmed yet, a JSON array; gone once it has. */
export const CONSENT_REPORTS_KEY = 'cookie-consent-reports'

/** `sessionStorage` key of events that the server has not confirmed yet, a JSON array. */
export const OUTBOX_KEY = 'analytics-outbox'

/** `sessionStorage` key of what was sent in this session: a JSON array that the reader can look at, the last 100. */
export const SENT_KEY = 'analytics-sent'

/** `sessionStorage` key of this session's variant; `localStorage` key of one that the server could not save. */
export function variantKey(testName: string): string {
  return `ab-test-${testName}`
}

export type ConsentState = 'undecided' | 'accepted' | 'rejected'
