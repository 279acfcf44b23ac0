import type { ReactNode } from 'react'
import { AdLabel } from './AdLabel.tsx'

interface AffiliateLinkProps {
  readonly href: `/go/${string}`
  readonly children: ReactNode
}

/** A link that we may be paid for: labelled, and marked as such for search engines. */
export function AffiliateLink({ href, children }: AffiliateLinkProps) {
  return (
    <a className="button affiliate-link" href={href} rel="sponsored noopener noreferrer">
      <AdLabel /> {children}
    </a>
  )
}
