const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND

/** How long an access token is good, while its session is. */
export const ACCESS_TOKEN_SECONDS = 15 * 60
/** How long after its rotation a refresh token may be presented again: two tabs, or an answer that got lost. */
export const ROTATION_GRACE_MS = 10 * SECOND
/** From the sign-in, however busy. */
export const SESSION_MS = 30 * DAY
/** From the last refresh. */
export const SESSION_IDLE_MS = 7 * DAY

/** Whether a session is over by its age, or by nobody having used it. */
export function isExpired(session: { created_at: Date; refreshed_at: Date }, now: Date): boolean {
  return (
    now.getTime() - session.created_at.getTime() >= SESSION_MS ||
    now.getTime() - session.refreshed_at.getTime() >= SESSION_IDLE_MS
  )
}
