import type { ProductCard as Product, Review } from '../../content/review.ts'
import { Picture } from '../pictures/Picture.tsx'
import { pictureFiles, pictureUrl } from '../pictures/picture-files.ts'
import { ProductLink } from './AffiliateLink.tsx'
import { Verdict } from './Score.tsx'

export interface ProductCardProps {
  readonly product: Product
  readonly criteria: Review['framework']['criteria']
}

/** One place in the ranking. */
export function ProductCard({ product, criteria }: ProductCardProps) {
  const { image: id, isWinner } = product
  return (
    <section className="product" aria-labelledby={id} {...(isWinner && { 'data-winner': '' })}>
      <ProductPicture product={product} sizes="(min-width: 56rem) 22rem, 88vw" />
      <ProductHead product={product} />
      <div className="product-text">
        <Verdict product={product} />
        <p>{product.description}</p>
        <dl className="product-notes">
          <Note title="The science" text={product.science} />
          <Note title="The reality" text={product.reality} />
          <Note title="The experience" text={product.experience} />
        </dl>
        <ForAndAgainst product={product} />
        <details className="marks">
          <summary data-track="details" data-track-id={id}>
            How the {product.score} is made up
          </summary>
          <dl>
            {criteria.map(({ id: key, name: title, points }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>
                  {product.marks[key].toFixed(1)} of {points}
                </dd>
              </div>
            ))}
          </dl>
        </details>
        <dl className="product-metadata">
          <Note title="Best for" text={product.bestFor} />
          <Note title="Where to buy" text={product.whereToBuy} />
        </dl>
        {product.limitedNote && <p className="form-note">{product.limitedNote}</p>}
        <ProductLink product={product} />
      </div>
    </section>
  )
}

export function ProductHead({ product }: { readonly product: Product }) {
  const { rank, name, maker, abv, price, availability, image: id, isWinner } = product
  return (
    <header className="product-head">
      <p className="product-rank">
        <span>No. {rank}</span>
        {isWinner && <strong>Winner</strong>}
      </p>
      <h3 id={id}>{name}</h3>
      <p className="label">
        {maker} · {abv} · {price} · {availability}
      </p>
    </header>
  )
}

/** A product's picture, and the address of the one to show if it does not load. */
export function ProductPicture({ product, sizes }: { readonly product: Product; readonly sizes: string }) {
  const placeholder = pictureUrl(pictureFiles('half-measure', 'square').name, 640, 'jpg')
  return (
    <div className="product-picture" data-placeholder={placeholder}>
      <Picture slug={product.image} crop="square" alt={product.imageAlt} sizes={sizes} />
    </div>
  )
}

function Note({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  )
}

export function ForAndAgainst({ product: { pros, cons } }: { readonly product: Product }) {
  const lists = [
    ['For', 'plus', pros],
    ['Against', 'minus', cons],
  ] as const
  return (
    <div className="product-lists">
      {lists.map(([title, sign, items]) => (
        <div key={sign}>
          <h4>{title}</h4>
          <ul className="plus-minus" data-sign={sign}>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
