/**
 * What an affiliate link gives its network to give back with a commission: `page.product.rank`, the last parts of the
 * page's path and of the product's `/go/` address, and the position if there is one. Such as
 * `top-5-non-alcoholic-beers-uk.quarter-bell-pale.1`.
 */
export interface SubId {
  readonly page: string
  readonly product: string
  /** 1 is the winner; null where the link stood in no ranking. */
  readonly rank: number | null
}

const FORM = /^([a-z0-9-]{1,80})\.([a-z0-9-]{1,80})(?:\.([1-9]\d{0,2}))?$/

/** Undefined for what is not ours: a link of another time, or a network's own. */
export function readSubId(text: string): SubId | undefined {
  const [, page, product, rank] = FORM.exec(text) ?? []
  if (page === undefined || product === undefined) return undefined
  return { page, product, rank: rank === undefined ? null : Number(rank) }
}

/** The name of a product as addresses have it: `Quarter Bell Pale` is `quarter-bell-pale`. */
export function productSlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
