import { z } from 'zod'
import { Reconciliation } from './reconciliation.ts'

/** One of several collectors that write to one ClickHouse. */
export const CollectorShare = z.object({
  id: z.uuid(),
  /**
   * `here`: the one that responds. `live`: its heartbeat is recent. `expired`: it is not, so what it did since is missing
   * from the sums. `stopped`: it shut down in order, and its figures stand. `retired`: an operator has said that it is
   * lost with its log.
   */
  state: z.enum(['here', 'live', 'expired', 'stopped', 'retired']),
  /** Since its last heartbeat, milliseconds. */
  age_ms: z.int(),
  received: z.int(),
  accepted: z.int(),
  pending: z.int(),
})
export type CollectorShare = z.infer<typeof CollectorShare>

/**
 * The delivery report: events since the data directory began, those of all collectors together. Whenever writing is idle:
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
  /** Age of the oldest pending event of any live collector, in milliseconds: figures end then. 0 if none is pending. */
  oldest_pending_ms: z.int(),
  dead_letters: z.int(),
  erased: z.int(),
  expired: z.int(),
  /**
   * Duplicates that two collectors had accepted and stored, and whose later row was removed. Absent if there are none.
   */
  deduplicated: z.int().optional(),
  /** Absent where there is one collector. */
  collectors: z.array(CollectorShare).optional(),
  /** Null before the first time. */
  last_reconciliation: Reconciliation.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** What one collector knows without ClickHouse: the details of the 503 while that is unavailable. */
export const KnownDelivery = Delivery.omit({
  stored: true,
  erased: true,
  expired: true,
  deduplicated: true,
  collectors: true,
})
export type KnownDelivery = z.infer<typeof KnownDelivery>
