import { review } from '../../content/review.ts'
import { paths } from '../paths.ts'

export interface Partner {
  /** Of `/go/<slug>`. */
  readonly slug: string
  readonly name: string
}

/** Everything that an affiliate link can lead to. The brands are invented, so each gets a page of ours. */
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
