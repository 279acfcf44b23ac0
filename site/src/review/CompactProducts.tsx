import type { Review } from '../../content/review.ts'
import { Mark } from './Score.tsx'
import { ForAndAgainst } from './ProductCard.tsx'
import { ProductLink } from './AffiliateLink.tsx'

/** The ranking at a glance: a row each, the arguments folded away. */
export function CompactProducts({ products }: Pick<Review, 'products'>) {
  return (
    <ol>
      {products.map((product) => (
        <li key={product.rank} className="compact-product">
          <Mark product={product} />
          <div className="compact-text">
            <h3 id={product.image}>
              {product.rank}. {product.name}
            </h3>
            {product.isWinner && (
              <p className="product-rank">
                <strong>Winner</strong>
              </p>
            )}
            <p className="label">
              {product.maker} · {product.abv} · {product.price} · {product.availability}
            </p>
            <p>{product.bottomLine}</p>
            <details>
              <summary data-track="details" data-track-id={product.image}>
                For and against
              </summary>
              <ForAndAgainst product={product} />
              <p>
                {product.bestFor} {product.limitedNote}
              </p>
            </details>
          </div>
          <ProductLink product={product} />
        </li>
      ))}
    </ol>
  )
}
