/** `localStorage` key of the reader's choice: the texts `true` and `false`; absent means undecided. */
export const CONSENT_KEY = 'cookie-consent'

/** `localStorage` key of the moment of Accept (ISO 8601), sent with each beacon as `consent.at`. */
export const CONSENT_AT_KEY = 'cookie-consent-at'

/** Names the banner's text. A new text gets a new version, and the old grants keep theirs. */
export const CONSENT_VERSION = '2026-11'

/** `sessionStorage` key of the analytics session id. */
export const SESSION_KEY = 'analytics-session'

export type ConsentState = 'undecided' | 'accepted' | 'rejected'
