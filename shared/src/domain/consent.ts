/** `localStorage` key of the reader's choice: the texts `true` and `false`; absent means undecided. */
export const CONSENT_KEY = 'cookie-consent'

/** `localStorage` key of the moment of Accept (ISO 8601), sent with each beacon as `consent.at`. */
export const CONSENT_AT_KEY = 'cookie-consent-at'

/** How long an Accept counts, in days; then the reader is asked again. The privacy page calls it a year. */
export const CONSENT_DAYS = 365

/** Names the banner's text. A new text gets a new version, and the old grants keep theirs. */
export const CONSENT_VERSION = '2026-11'

/** `sessionStorage` key of the analytics session id. */
export const SESSION_KEY = 'analytics-session'

/** `sessionStorage` key of the id of a withdrawn session, until the reader has said whether to erase its events. */
export const WITHDRAWN_SESSION_KEY = 'analytics-withdrawn-session'

/** `localStorage` key of the session that a link opened in a new tab continues, JSON; there for seconds. */
export const NEW_TAB_KEY = 'analytics-new-tab'

/** `localStorage` key of the random id that names this browser's proof of consent; kept until the withdrawal is recorded. */
export const CONSENT_ID_KEY = 'cookie-consent-id'

/** `localStorage` key of choices that the server has not confirmed yet, a JSON array; gone once it has. */
export const CONSENT_REPORTS_KEY = 'cookie-consent-reports'

/** `sessionStorage` key of events that the server has not confirmed yet, a JSON array. */
export const OUTBOX_KEY = 'analytics-outbox'

/** `sessionStorage` key of what was sent in this session: a JSON array that the reader can look at. */
export const SENT_KEY = 'analytics-sent'

/** `sessionStorage` key of this session's variant; `localStorage` key of one that the server could not save. */
export function variantKey(testName: string): string {
  return `ab-test-${testName}`
}

export type ConsentState = 'undecided' | 'accepted' | 'rejected'
