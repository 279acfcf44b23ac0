import { DAY_MS } from '../platform/durations.ts'

/**
 * Whether a session may have been assigned before the window of seven days began, going by the time in its id. A
 * session that claims a time near now cannot: were the claim up to a day early, the window would still cover it.
 */
export function mayPredateWindow(sessionId: string, now: number): boolean {
  const began = Number(sessionId.split('_')[1])
  return !(began > now - 6 * DAY_MS && began < now + DAY_MS)
}
