import { z } from 'zod'
import { SESSION_ID } from '../domain/consent.ts'
import { Instant } from './common.ts'
import { text } from '../text.ts'
import type { SentEvent } from './event.ts'

/** Bytes of a beacon's body. Browsers let 64 KiB of keepalive requests be in flight together. */
export const MAX_BEACON_BYTES = 64 * 1024
export const MAX_BEACON_EVENTS = 100

export const SessionId = z.string().regex(SESSION_ID, 'session_<milliseconds>_<random>')

/** A grant for analytics. Anything else is a refusal, and judged before the rest of the body. */
export const ConsentGrant = z.object({
  analytics: z.literal(true),
  /** Which text the reader agreed to. */
  version: text(32).min(1),
  /** When, on the reader's clock. Events older than a minute before it are refused. */
  at: Instant,
})

/** The envelope. Events are checked one by one, so that a bad one never costs its neighbours. */
export const Beacon = z.object({
  consent: ConsentGrant,
  session_id: SessionId,
  sent_at: Instant.optional(),
  events: z.array(z.unknown()).max(MAX_BEACON_EVENTS),
})
export type Beacon = z.output<typeof Beacon>

/** The body as a browser builds it. */
export interface SentBeacon {
  consent: z.input<typeof ConsentGrant>
  session_id: string
  sent_at: string
  events: SentEvent[]
}

/** The response to a beacon, status 202. */
export const BeaconReceipt = z.object({
  /** Events now on disk and synced. */
  accepted: z.int(),
  /** Events seen before; counted once. */
  duplicates: z.int(),
  rejected: z.array(
    z.object({
      /** Position in the beacon. */
      index: z.int(),
      event_id: z.string().nullable(),
      reason: z.string(),
      /** For the person who debugs the sender. */
      detail: z.string().optional(),
    }),
  ),
})
export type BeaconReceipt = z.infer<typeof BeaconReceipt>
