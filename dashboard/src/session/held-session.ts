import { Session } from '@half-measure/shared/auth/session.ts'
import { z } from 'zod'

/** Interval of the refresh check. */
export const TICK_MS = 30_000
const REFRESH_WITHIN_TICKS = 3
/** A token this close to its expiry is replaced before it is used. */
const EXPIRY_MARGIN_MS = 90_000

export const HeldSession = z.object({
  session: Session,
  /** By this machine's clock, which may differ from the server's. */
  expiresAtMs: z.number(),
})
export type HeldSession = z.infer<typeof HeldSession>

export function hold(session: Session, nowMs: number): HeldSession {
  return { session, expiresAtMs: nowMs + session.expires_in * 1000 }
}

/** Checked at each tick: true with three ticks or fewer left. */
export function isDueForRefresh(held: HeldSession, nowMs: number): boolean {
  return Math.floor((held.expiresAtMs - nowMs) / TICK_MS) <= REFRESH_WITHIN_TICKS
}

/** Checked before use: true within the margin before expiry. */
export function isNearExpiry(held: HeldSession, nowMs: number): boolean {
  return held.expiresAtMs - nowMs < EXPIRY_MARGIN_MS
}

export function isExpired(held: HeldSession, nowMs: number): boolean {
  return held.expiresAtMs <= nowMs
}

/** Events with a session. */
const GrantingEvent = z.enum([
  'SIGNED_IN',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
])
export type GrantingEvent = z.infer<typeof GrantingEvent>

/** `SESSION_ENDED`: the server has refused to go on with it. */
const EndingEvent = z.enum(['SIGNED_OUT', 'SESSION_ENDED'])
export type EndingEvent = z.infer<typeof EndingEvent>

export type SessionEvent = 'INITIAL_SESSION' | EndingEvent | GrantingEvent

/** From one tab to the others. */
export const TabMessage = z.discriminatedUnion('event', [
  z.object({ event: EndingEvent }),
  z.object({ event: GrantingEvent, held: HeldSession }),
])
export type TabMessage = z.infer<typeof TabMessage>
