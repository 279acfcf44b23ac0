import type { ProductCard as Product } from '../../content/review.ts'
import { badgeColour, gradedScore, letterGrade } from './grade.ts'

/** A product's letter. */
export function Grade({ product }: { readonly product: Product }) {
  const score = gradedScore(product.score)
  return (
    <p className="grade" data-badge-colour={badgeColour(score, product.customColor)}>
      <span className="visually-hidden">Grade </span>
      {letterGrade(score)}
    </p>
  )
}
