import type { ReactNode } from 'react'
import { AdLabel } from './AdLabel.tsx'

interface AffiliateLinkProps {
  readonly href: `/go/${string}`
  /** What the link leads to; without one it leads to the gift. */
  readonly product?: { readonly name: string; readonly rank: number }
  readonly children: ReactNode
}

/** A link that we may be paid for: labelled, marked as such for search engines, and its use a conversion. */
export function AffiliateLink({ href, product, children }: AffiliateLinkProps) {
  return (
    <a
      className="button affiliate-link"
      href={href}
      rel="sponsored noopener noreferrer"
      data-track="affiliate"
      data-track-id={href.slice('/go/'.length)}
      {...(product ? { 'data-product': product.name, 'data-rank': product.rank } : { 'data-free-gift': '' })}
    >
      <AdLabel /> {children}
    </a>
  )
}
