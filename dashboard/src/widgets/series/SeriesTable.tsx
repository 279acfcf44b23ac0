import { METRICS, type Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { Link } from 'react-router-dom'
import { sentenceCase, type SeriesPoint } from '../../charts/prepare-series.ts'
import { DeltaMark } from '../../ui/DeltaMark.tsx'

interface SeriesTableProps {
  points: readonly SeriesPoint[]
  metric: Metric
  /** Where a bucket leads; null where it leads nowhere. */
  linkOf: (point: SeriesPoint) => string | null
}

/** The chart for those who would rather read it. */
export function SeriesTable({ points, metric, linkOf }: SeriesTableProps) {
  const isCompared = points.some(({ comparedTitle }) => comparedTitle !== null)
  return (
    <table className="days">
      <caption className="visually-hidden">{METRICS[metric].label} over time</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">{METRICS[metric].label}</th>
          {isCompared && <th scope="col">Before</th>}
          {isCompared && <th scope="col">Change</th>}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => {
          const to = linkOf(point)
          const title = sentenceCase(point.title)
          return (
            <tr key={point.start.toISOString()}>
              <th scope="row">
                {to === null ? title : <Link to={to}>{title}</Link>}
                {point.incomplete && ' (so far)'}
              </th>
              <td>{point.figure}</td>
              {isCompared && <td>{point.comparedFigure}</td>}
              {isCompared && (
                <td>
                  <DeltaMark delta={point.delta} />
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
