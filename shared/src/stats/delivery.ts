import { z } from 'zod'
import { Audit } from './audit.ts'

/** One of several collectors that write to one ClickHouse. */
export const CollectorShare = z.object({
  id: z.uuid(),
  /**
   * `here`: the one that answers. `old`: it wrote its books a while ago and nothing since, so what it did after that is
   * not in the sums. `stopped`: it ended in order, and nothing of it changes. `gone`: lost with its log, as an operator
   * has said.
   */
  state: z.enum(['here', 'writing', 'stopped', 'old', 'gone']),
  /** How old its books are, milliseconds. */
  age_ms: z.int(),
  received: z.int(),
  accepted: z.int(),
  pending: z.int(),
})
export type CollectorShare = z.infer<typeof CollectorShare>

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
  /**
   * Of the duplicates, those that were found late: two collectors had accepted and stored the same event, and the row
   * that arrived second was taken out of the tables. Absent without any.
   */
  late_duplicates: z.int().optional(),
  /** Whose books are added up above; absent where there is one collector. */
  collectors: z.array(CollectorShare).optional(),
  /** The last time everything was compared; null before the first time. */
  last_audit: Audit.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/**
 * What one collector's log knows of the account by itself: the details of the 503 that is answered while ClickHouse is
 * away.
 */
export const KnownDelivery = Delivery.omit({ stored: true, late_duplicates: true, collectors: true })
export type KnownDelivery = z.infer<typeof KnownDelivery>
