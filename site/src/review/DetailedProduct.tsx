import { Verdict } from './Score.tsx'
import { ForAndAgainst, type ProductCardProps, ProductHead, ProductPicture } from './ProductCard.tsx'
import { ProductLink } from './AffiliateLink.tsx'

/** A product as a short piece of its own, with a bar for every mark. */
export function DetailedProduct({ product, criteria }: ProductCardProps) {
  const { image: id, marks } = product
  return (
    <article className="detailed-product" aria-labelledby={id}>
      <ProductHead product={product} />
      <div className="detailed-columns">
        <div>
          <ProductPicture product={product} sizes="(min-width: 56rem) 30rem, 88vw" />
          <dl className="mark-bars">
            {criteria.map(({ id: key, name, points }) => (
              <div key={key}>
                <dt>
                  {name}, {marks[key].toFixed(1)} of {points}
                </dt>
                <dd>
                  <meter aria-label={name} min={0} max={points} value={marks[key]} />
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="detailed-text">
          <Verdict product={product} />
          <p>{product.description}</p>
          <h4>The science</h4>
          <p>{product.science}</p>
          <h4>The reality</h4>
          <p>{product.reality}</p>
          <h4>The experience</h4>
          <p>{product.experience}</p>
          <ForAndAgainst product={product} />
          <h4>Best for</h4>
          <p>{product.bestFor}</p>
          <h4>Where to buy</h4>
          <p>{product.whereToBuy}</p>
          {product.limitedNote && <p className="form-note">{product.limitedNote}</p>}
          <ProductLink product={product} />
        </div>
      </div>
    </article>
  )
}
