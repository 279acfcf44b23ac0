import { Session } from '@half-measure/shared/auth/session.ts'
import { z } from 'zod'

/** The refresh check runs this often. */
export const TICK_MS = 30_000
const REFRESH_WITHIN_TICKS = 3
/** A token this close to its end is replaced before it is used. */
const EXPIRY_MARGIN_MS = 90_000

export const HeldSession = z.object({
  session: Session,
  /** By this machine's clock, which need not agree with the server's. */
  expiresAtMs: z.number(),
})
export type HeldSession = z.infer<typeof HeldSession>

export function hold(session: Session, nowMs: number): HeldSession {
  return { session, expiresAtMs: nowMs + session.expires_in * 1000 }
}

/** At a tick: three ticks or fewer remain. */
export function isDueForRefresh(held: HeldSession, nowMs: number): boolean {
  return Math.floor((held.expiresAtMs - nowMs) / TICK_MS) <= REFRESH_WITHIN_TICKS
}

/** Before use: the token would end within the margin. */
export function isNearExpiry(held: HeldSession, nowMs: number): boolean {
  return held.expiresAtMs - nowMs < EXPIRY_MARGIN_MS
}

export function isExpired(held: HeldSession, nowMs: number): boolean {
  return held.expiresAtMs <= nowMs
}
