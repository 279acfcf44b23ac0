import type { Answer } from '@half-measure/shared/stats/engine/answer.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { dimensionLabel } from '../../filters/asked.ts'
import { deltaOf } from '../../format/delta.ts'
import { exactFigure } from '../../format/figure.ts'
import { DeltaMark } from '../../ui/DeltaMark.tsx'
import type { BreakdownLinks } from './Breakdown.tsx'
import { ValueLink } from './ValueLink.tsx'
import { ScrollFrame } from '../../ui/ScrollFrame.tsx'

interface DetailsTableProps {
  data: Answer
  dimension: Dimension
  metrics: readonly Metric[]
  order: { metric: Metric; descending: boolean }
  links: Pick<BreakdownLinks, 'toggle' | 'isChosen'>
  onSort: (metric: Metric) => void
}

/** Every figure of every value, ordered by one of them, whose change stands below it. */
export function DetailsTable({ data, dimension, metrics, order, links, onSort }: DetailsTableProps) {
  return (
    <ScrollFrame label="Figures by value">
      <table className="details">
        <caption className="visually-hidden">By {dimensionLabel(dimension)}</caption>
        <thead>
          <tr>
            <th scope="col">{dimensionLabel(dimension)}</th>
            {metrics.map((metric) => (
              <th key={metric} scope="col" aria-sort={sortOf(metric, order)}>
                <button type="button" onClick={() => onSort(metric)}>
                  {METRICS[metric].label}
                  <span
                    className="sort-mark"
                    data-sorted={metric === order.metric ? (order.descending ? 'desc' : 'asc') : 'none'}
                    aria-hidden="true"
                  />
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map(({ key, figures, compared }) => (
            <tr key={key}>
              <th scope="row">
                <ValueLink dimension={dimension} value={key} links={links} />
              </th>
              {metrics.map((metric) => (
                <td key={metric}>
                  {exactFigure(metric, figures[metric])}
                  {metric === order.metric && data.totals.compared && (
                    <DeltaMark delta={deltaOf(metric, figures[metric], compared?.[metric])} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

function sortOf(metric: Metric, order: DetailsTableProps['order']) {
  if (metric !== order.metric) return 'none'
  return order.descending ? 'descending' : 'ascending'
}
