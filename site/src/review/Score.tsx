import type { ProductCard as Product } from '../../content/review.ts'
import { badgeColour, gradedScore, letterGrade, MAX_SCORE, ringColour, ringScore } from './grade.ts'

const RADIUS = 26
const LENGTH = 2 * Math.PI * RADIUS

/** A score as an arc around its number. */
function ScoreRing({ score }: { readonly score: number | string }) {
  const shown = ringScore(score)
  return (
    <>
      <span className="visually-hidden">{`Score ${shown} out of ${MAX_SCORE}`}</span>
      <svg className="score-ring" viewBox="0 0 64 64" aria-hidden="true">
        <circle className="score-track" cx="32" cy="32" r={RADIUS} />
        <circle
          className="score-arc"
          data-score-colour={ringColour(shown)}
          cx="32"
          cy="32"
          r={RADIUS}
          strokeDasharray={`${((LENGTH * shown) / MAX_SCORE).toFixed(1)} ${LENGTH.toFixed(1)}`}
          transform="rotate(-90 32 32)"
        />
        <text x="32" y="33" dominantBaseline="middle" textAnchor="middle">
          {shown.toFixed(1)}
        </text>
      </svg>
    </>
  )
}

/** The panel's verdict on a product: its mark, and why. */
export function Verdict({ product }: { readonly product: Product }) {
  return (
    <div className="verdict">
      <Mark product={product} />
      <p className="bottom-line">{product.bottomLine}</p>
    </div>
  )
}

/** A product's score with its letter on it. */
export function Mark({ product }: { readonly product: Product }) {
  const graded = gradedScore(product.score)
  return (
    <div className="mark">
      <ScoreRing score={product.score} />
      <p className="grade" data-badge-colour={badgeColour(graded, product.customColor)}>
        <span className="visually-hidden">Grade </span>
        {letterGrade(graded)}
      </p>
    </div>
  )
}
