import type { ReactNode } from 'react'
import type { ProductCard as Product, Review } from '../../content/review.ts'

interface AffiliateLinkProps {
  readonly href: `/go/${string}`
  /** The linked product; without one, the link leads to the gift. */
  readonly product?: { readonly name: string; readonly rank: number }
  readonly children: ReactNode
}

/**
 * A link that we may be paid for: labelled, marked as such for search engines, and its use a conversion. It leads to a
 * page of ours, where a new tab continues the session of this one; other sites learn nothing but our origin, by the
 * site's referrer policy.
 */
function AffiliateLink({ href, product, children }: AffiliateLinkProps) {
  return (
    <a
      className="button affiliate-link"
      href={href}
      rel="sponsored noopener"
      data-track="affiliate"
      data-track-id={href.slice('/go/'.length)}
      {...(product ? { 'data-product': product.name, 'data-rank': product.rank } : { 'data-free-gift': '' })}
    >
      <AdLabel /> {children}
    </a>
  )
}

/** Marks every card and link that leads to the advertorial, or through it to a brand. */
export function AdLabel() {
  return <span className="ad-label">Ad</span>
}

/** A link to a product's shop. Its text is under test; this is the control. */
export function ProductLink({ product }: { readonly product: Product }) {
  return (
    <AffiliateLink href={product.href} product={product}>
      <span data-exposure="cta_button_text">{product.ctaText}</span>
      <span className="visually-hidden"> ({product.name})</span>
    </AffiliateLink>
  )
}

/** The brand's offer, with its terms beside it. */
export function FreeGift({ offer }: Pick<Review, 'offer'>) {
  const { title, text, terms, ctaText, href } = offer
  return (
    <section className="free-gift" aria-labelledby="free-gift">
      <h2 id="free-gift">{title}</h2>
      <p>{text}</p>
      <ul>
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      <AffiliateLink href={href}>{ctaText}</AffiliateLink>
    </section>
  )
}
