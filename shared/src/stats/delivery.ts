import { z } from 'zod'
import { Audit } from './audit.ts'

/**
 * The account of events since the data directory began. Whenever writing is idle:
 * `received = accepted + duplicates + Σ rejected` and
 * `accepted = stored + pending + dead_letters + erased + expired`.
 */
export const Delivery = z.object({
  received: z.int(),
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.record(z.string(), z.int()),
  stored: z.int(),
  pending: z.int(),
  dead_letters: z.int(),
  erased: z.int(),
  expired: z.int(),
  /** The last time everything was compared; null before the first time. */
  last_audit: Audit.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** What the log knows of the account by itself: the details of the 503 that is answered while ClickHouse is away. */
export const KnownDelivery = Delivery.omit({ stored: true })
export type KnownDelivery = z.infer<typeof KnownDelivery>
