/** In milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** In UTC: a day of another zone may have 23 or 25 hours. */
export const DAY_MS = 24 * HOUR_MS
