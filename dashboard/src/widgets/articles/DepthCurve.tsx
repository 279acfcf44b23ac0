import type { ArticleFigures } from '@half-measure/shared/stats/articles-report.ts'
import { formatCount, formatShare } from '../../format/number.ts'
import { Bar } from '../../ui/Bar.tsx'

interface DepthCurveProps {
  reached: ArticleFigures['reached']
}

/** How many visits got how far down the text. */
export function DepthCurve({ reached }: DepthCurveProps) {
  return (
    <table className="ranked">
      <caption className="visually-hidden">Visits by how much of the text they reached</caption>
      <thead>
        <tr>
          <th scope="col">Of the text</th>
          <th scope="col">Visits</th>
        </tr>
      </thead>
      <tbody>
        {reached.map(({ depth, visits, share }) => (
          <tr key={depth}>
            <th scope="row">
              <Bar className="ranked-bar" part={share / 100} />
              <span>{depth === 100 ? 'To the end' : `${depth}% or more`}</span>
            </th>
            <td>
              {formatCount(visits)} <span className="entry-facts">{formatShare(share)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
