import type { ProductCard as Product } from '../../content/review.ts'
import { AffiliateLink } from './AffiliateLink.tsx'

/** The way to a product's shop. Its words are under test; these are the control. */
export function ProductLink({ product }: { readonly product: Product }) {
  return (
    <AffiliateLink href={product.href} product={product}>
      <span data-exposure="cta_button_text">{product.ctaText}</span>
      <span className="visually-hidden"> about {product.name}</span>
    </AffiliateLink>
  )
}
