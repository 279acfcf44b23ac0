import { z } from 'zod'
import { text } from '../text.ts'

/** Name of a network, as short as administrators like: with a commission's key it identifies the commission. */
export const NetworkName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens, such as awin')

/**
 * A line of the file that `POST /api/stats/affiliate/commissions?network=…` takes: CSV with a first line that names
 * the columns, in any order, other columns among them.
 */
export const CommissionLine = z.object({
  /** The network's own id of the commission: importing it again changes it, and never doubles it. */
  row_key: text(200).min(1),
  /** The link's sub-id, `page.product.rank`; anything else is kept and belongs to no page. */
  sub_id: text(200),
  /** When the reader bought, or the day of it. */
  occurred_at: z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: 'a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z',
  }),
  /** In units of the currency; below 0 takes back. Kept to the last digit. */
  commission: z.string().regex(/^-?\d{1,12}(\.\d{1,4})?$/, 'a decimal number such as 12.50'),
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'three capital letters, such as GBP'),
  /** Without such a column: approved. */
  status: z.enum(['pending', 'approved', 'declined']).default('approved'),
})
export type CommissionLine = z.output<typeof CommissionLine>

export const CommissionImport = z.object({
  rows: z.int(),
  /** New keys. */
  added: z.int(),
  /** Existing keys with other values. */
  changed: z.int(),
  /** Existing keys with the same values. */
  unchanged: z.int(),
})
export type CommissionImport = z.infer<typeof CommissionImport>

/** Networks of the stored commissions, by name. */
export const CommissionNetworks = z.object({
  networks: z.array(
    z.object({
      network: NetworkName,
      /** Stored commissions, declined ones among them. */
      commissions: z.int(),
      /** Days of the first and the last purchase, in the magazine's time zone. */
      first_day: z.iso.date(),
      last_day: z.iso.date(),
      /** Time of the last import, whether or not it changed any of them. */
      imported_at: z.iso.datetime(),
    }),
  ),
})
export type CommissionNetworks = z.infer<typeof CommissionNetworks>
export type CommissionNetwork = CommissionNetworks['networks'][number]

export const CommissionDeletion = z.object({ deleted: z.int() })
export type CommissionDeletion = z.infer<typeof CommissionDeletion>
