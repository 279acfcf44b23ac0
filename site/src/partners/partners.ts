import { review } from '../../content/review.ts'
import { paths } from '../paths.ts'

export interface Partner {
  /** As in `/go/<slug>`. */
  readonly slug: string
  readonly name: string
}

/** The targets of affiliate links. The brands are invented, so each gets a page of ours. */
export const partners: readonly Partner[] = [
  ...review.products.map(({ href, name }) => ({ slug: slugOf(href), name })),
  { slug: slugOf(review.offer.href), name: `${review.sponsor.name}’s t-shirt` },
]

/** `go.json`: where the server sends `/go/<slug>`. */
export function goTargets(): string {
  return JSON.stringify(Object.fromEntries(partners.map(({ slug }) => [slug, paths.partner(slug)])))
}

function slugOf(href: `/go/${string}`): string {
  return href.slice('/go/'.length)
}
