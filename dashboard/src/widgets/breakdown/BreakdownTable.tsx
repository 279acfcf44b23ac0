import type { Answer } from '@half-measure/shared/stats/engine/answer.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { addsUp, dimensionLabel } from '../../filters/asked.ts'
import { deltaOf } from '../../format/delta.ts'
import { exactFigure, shortFigure } from '../../format/figure.ts'
import { formatShare } from '../../format/number.ts'
import { Bar } from '../../ui/Bar.tsx'
import { DeltaMark } from '../../ui/DeltaMark.tsx'
import type { BreakdownLinks } from './Breakdown.tsx'
import { ValueLink } from './ValueLink.tsx'

interface BreakdownTableProps {
  data: Answer
  dimension: Dimension
  /** The one that the rows are ordered by first. */
  metrics: readonly Metric[]
  links: Pick<BreakdownLinks, 'toggle' | 'isChosen'>
}

/** Values with their figures: a bar for the first one, its share of the whole, its change. */
export function BreakdownTable({ data, dimension, metrics, links }: BreakdownTableProps) {
  const [first = 'sessions', second] = metrics
  const highest = Math.max(...data.rows.map((row) => row.figures[first] ?? 0), 0)
  const total = data.totals.figures[first] ?? 0
  const isCompared = data.totals.compared !== undefined
  return (
    <table className="ranked values">
      <caption className="visually-hidden">By {dimensionLabel(dimension)}</caption>
      <thead>
        <tr>
          <th scope="col">{dimensionLabel(dimension)}</th>
          <th scope="col">{METRICS[first].label}</th>
          {second ? <th scope="col">{METRICS[second].label}</th> : <th scope="col">Share</th>}
          {isCompared && <th scope="col">Change</th>}
        </tr>
      </thead>
      <tbody>
        {data.rows.map(({ key, figures, compared }) => {
          const value = figures[first]
          const changing = second && !addsUp(second) ? second : first
          return (
            <tr key={key}>
              <th scope="row">
                <Bar className="ranked-bar" part={highest === 0 ? 0 : (value ?? 0) / highest} />
                <ValueLink dimension={dimension} value={key} links={links} />
              </th>
              <td title={exactFigure(first, value)}>{shortFigure(first, value)}</td>
              {second ? (
                <td title={exactFigure(second, figures[second])}>{shortFigure(second, figures[second])}</td>
              ) : (
                <td>{total === 0 ? '–' : formatShare(((value ?? 0) / total) * 100)}</td>
              )}
              {isCompared && (
                <td>
                  <DeltaMark delta={deltaOf(changing, figures[changing], compared?.[changing])} />
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
