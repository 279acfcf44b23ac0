import { z } from 'zod'
import { NetworkName } from './affiliate-commission.ts'

/** Commissions that networks report, by currency; declined ones are left out. */
const Earnings = z.object({
  /** ISO 4217. */
  currency: z.string(),
  approved: z.number(),
  pending: z.number(),
  /** Approved and pending, per click (EPC), four decimals; null without clicks. */
  per_click: z.number().nullable(),
})
export type Earnings = z.infer<typeof Earnings>

const figures = {
  clicks: z.int(),
  /** Sessions with such a click. */
  sessions: z.int(),
  /** What the clicks were worth to the magazine, in pounds: an estimate, not a payment. */
  pounds: z.number(),
  earnings: z.array(Earnings),
}

/**
 * `GET /api/stats/affiliate`. Clicks are those of readers in the range, commissions those that occurred in it. With filters,
 * clicks are of the sessions that they keep, and there are no commissions.
 */
export const AffiliateReport = z.object({
  totals: z.object(figures),
  /** Most clicked first; as are the others. */
  products: z.array(
    z.object({
      /** Its name. */
      product: z.string(),
      /** False where no click has told the name, so `product` is that of its sub-id. */
      is_named: z.boolean(),
      ...figures,
    }),
  ),
  /** By rank on the page; null for links outside of a ranking. */
  positions: z.array(z.object({ rank: z.int().nullable(), ...figures })),
  pages: z.array(
    z.object({
      page: z.string(),
      /** Sessions that viewed the page. */
      viewing_sessions: z.int(),
      /** Per thousand of these sessions, two decimals; null for fewer than 100. */
      clicks_per_thousand: z.number().nullable(),
      ...figures,
    }),
  ),
  /**
   * Commissions in the totals but in no row: a list has five hundred rows, and if files have thousands of sub-ids,
   * those with the fewest commissions are added up here.
   */
  others: z.object({ products: z.array(Earnings), positions: z.array(Earnings), pages: z.array(Earnings) }),
  /** Commissions whose sub-id names no page and product of ours. They are in the totals. */
  unattributed: z.object({ rows: z.int(), earnings: z.array(Earnings) }),
  /**
   * Networks that have commissions, that with the earliest last purchase first. Importing an old file again changes the
   * time of the last import; only the last purchase says how far the commissions reach.
   */
  imports: z.array(
    z.object({
      network: NetworkName,
      imported_at: z.iso.datetime(),
      /** Day of the last purchase, in the magazine's time zone. */
      last_day: z.iso.date(),
    }),
  ),
})
export type AffiliateReport = z.infer<typeof AffiliateReport>
