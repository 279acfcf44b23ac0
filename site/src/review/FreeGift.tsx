import type { Review } from '../../content/review.ts'
import { AffiliateLink } from './AffiliateLink.tsx'

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
