import { z } from 'zod'
import { HeldSession } from './held-session.ts'

/** Events that bring a session with them. */
const GrantingEvent = z.enum([
  'SIGNED_IN',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
])
export type GrantingEvent = z.infer<typeof GrantingEvent>

export type SessionEvent = 'INITIAL_SESSION' | 'SIGNED_OUT' | GrantingEvent

/** What one tab tells the others. */
export const TabMessage = z.discriminatedUnion('event', [
  z.object({ event: z.literal('SIGNED_OUT') }),
  z.object({ event: GrantingEvent, held: HeldSession }),
])
export type TabMessage = z.infer<typeof TabMessage>
