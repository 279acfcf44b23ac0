/** What affiliate networks say they pay, one row for each of theirs. Its key is the network's and its own. */
export interface AffiliateCommissionsTable {
  network: string
  row_key: string
  /** As the network gave it back; it names page, product and slot. */
  sub_id: string
  occurred_at: Date
  /** Decimal text, four places at most: money is not counted in floating point. */
  commission: string
  /** ISO 4217. */
  currency: string
  status: 'pending' | 'approved' | 'declined'
  imported_at: Date
}
