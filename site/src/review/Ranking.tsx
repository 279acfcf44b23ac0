import type { ReactNode } from 'react'
import { review } from '../../content/review.ts'
import { VariantScript } from '../document/VariantScript.tsx'
import { CompactProducts } from './CompactProducts.tsx'
import { DetailedProduct } from './DetailedProduct.tsx'
import { ProductCard } from './ProductCard.tsx'

/** The result at the top of the page, for readers who want no more; it links to the products in any layout. */
export function RankingSummary() {
  return (
    <nav className="ranking-summary" aria-label="The ranking in short">
      <ol>
        {review.products.map(({ rank, name, image, score, abv }) => (
          <li key={rank}>
            <a href={`#${image}`}>{name}</a>
            <span className="label">{abv}</span>
            <b>{score}</b>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/**
 * The products in three layouts, one of them shown. The others are in templates, which browsers neither show nor load
 * pictures for; with consent, a script before them swaps one in before the ranking is painted.
 */
export function Ranking() {
  const { products, framework } = review
  const { criteria } = framework
  return (
    <>
      <VariantScript />
      <template data-layout="compact">
        <Layout name="compact">
          <CompactProducts products={products} />
        </Layout>
      </template>
      <template data-layout="detailed">
        <Layout name="detailed">
          {products.map((product) => (
            <DetailedProduct key={product.rank} product={product} criteria={criteria} />
          ))}
        </Layout>
      </template>
      <Layout name="default">
        {products.map((product) => (
          <ProductCard key={product.rank} product={product} criteria={criteria} />
        ))}
      </Layout>
    </>
  )
}

interface LayoutProps {
  readonly name: 'default' | 'compact' | 'detailed'
  readonly children: ReactNode
}

function Layout({ name, children }: LayoutProps) {
  return (
    <section
      className={name === 'default' ? 'products' : `products ${name}-ranking`}
      aria-labelledby="ranking"
      data-layout={name}
      data-exposure="review_page_layout"
    >
      <h2 id="ranking">The ranking</h2>
      {children}
      <p className="form-note">{review.tieNote}</p>
    </section>
  )
}
