import { VITAL_DEFINITIONS } from '@half-measure/shared/stats/web-vital-definitions.ts'
import {
  type Measured,
  type Rating,
  ratingOf,
  type Vital,
  type VitalFigure,
} from '@half-measure/shared/stats/web-vitals.ts'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { formatVital } from '../../format/vital.ts'

const NAMES: Record<Vital, string> = {
  lcp: 'Largest Contentful Paint',
  inp: 'Interaction to Next Paint',
  cls: 'Cumulative Layout Shift',
}

/** The three vitals: value, rating, and how the loads are rated. */
export function VitalCards({ measured }: { measured: Measured }) {
  return (
    <dl className="vitals">
      {(['lcp', 'inp', 'cls'] as const).map((vital) => (
        <Card key={vital} vital={vital} {...measured[vital]} />
      ))}
    </dl>
  )
}

function Card({ vital, ...figure }: VitalFigure & { vital: Vital }) {
  const { p75, loads } = figure
  const rating = ratingOf(vital, figure)
  return (
    <div>
      <dt>
        {NAMES[vital]} ({VITAL_DEFINITIONS[vital].label})
      </dt>
      <dd>
        <span className="figure">{formatVital(vital, p75)}</span>
        {rating !== null && (
          <span>
            <RatingMark rating={rating} isNamed />
          </span>
        )}
      </dd>
      <dd>
        <RatingBar {...figure} />
        <p className="note">{shareText(figure)}</p>
        <p className="note">{loads === 0 ? 'Not measured' : countOf(loads, 'load')}</p>
      </dd>
    </div>
  )
}

/** `82% good, 12% needs improvement, 6% poor` */
export function shareText({ loads, good, poor }: Pick<VitalFigure, 'loads' | 'good' | 'poor'>): string {
  if (loads === 0) return ''
  const share = (count: number) => `${Math.round((count / loads) * 100)}%`
  return `${share(good)} good, ${share(loads - good - poor)} needs improvement, ${share(poor)} poor`
}

/** The same as a bar; the words are beneath it. */
function RatingBar({ loads, good, poor }: VitalFigure) {
  if (loads === 0) return null
  const [g, p] = [good / loads, poor / loads]
  return (
    <svg className="rating-bar" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect data-rating="good" width={g} height="1" />
      <rect data-rating="needs improvement" x={g} width={1 - g - p} height="1" />
      <rect data-rating="poor" x={1 - p} width={p} height="1" />
    </svg>
  )
}

const MARKS: Record<Rating, string> = { good: '●', 'needs improvement': '◆', poor: '▲' }

/** A rating, by shape, colour and word; without room for it, screen readers get the word. */
export function RatingMark({ rating, isNamed = false }: { rating: Rating; isNamed?: boolean }) {
  return (
    <span className="rating" data-rating={rating}>
      <span aria-hidden="true">{MARKS[rating]}</span>{' '}
      <span className={isNamed ? undefined : 'visually-hidden'}>{rating}</span>
    </span>
  )
}

/** What the marks of a table mean. */
export function Legend() {
  return (
    <p className="note row">
      {(['good', 'needs improvement', 'poor'] as const).map((rating) => (
        <RatingMark key={rating} rating={rating} isNamed />
      ))}
    </p>
  )
}
