/**
 * The sub-id that an affiliate link passes to its network, which returns it with a commission: `page.product.rank`,
 * the last parts of the page's path and of the product's `/go/` address, and the position if any. Such as
 * `top-5-non-alcoholic-beers-uk.quarter-bell-pale.1`.
 */
export interface SubId {
  readonly page: string
  readonly product: string
  /** 1 is the winner; null where the link stood in no ranking. */
  readonly rank: number | null
}

const FORM = /^([a-z0-9-]{1,80})\.([a-z0-9-]{1,80})(?:\.([1-9]\d{0,2}))?$/

/** Undefined for sub-ids that are not ours: from an old link, or a network's own. */
export function readSubId(text: string): SubId | undefined {
  const [, page, product, rank] = FORM.exec(text) ?? []
  if (page === undefined || product === undefined) return undefined
  return { page, product, rank: rank === undefined ? null : Number(rank) }
}

/** A product's name as in addresses: `Quarter Bell Pale` is `quarter-bell-pale`. */
export function productSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
