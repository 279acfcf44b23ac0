import type { JourneyStep } from '@half-measure/shared/stats/journeys.ts'
import { Link } from 'react-router-dom'
import { formatCount, formatShare } from '../format/number.ts'
import { Bar } from './Bar.tsx'
import { Empty } from './Empty.tsx'

interface PageSharesProps {
  step: JourneyStep
  /** What visits without this step did. */
  ended: string
  /** Where a page leads. */
  addressOf: (page: string) => string
}

/** Pages at one step of a way, each with its part of all visits that could have taken it. */
export function PageShares({
  step: { pages, others, ended: endedVisits },
  ended,
  addressOf,
}: PageSharesProps) {
  const all = pages.reduce((sum, { visits }) => sum + visits, 0) + others + endedVisits
  if (all === 0) return <Empty>No visits in this period.</Empty>
  const rows = [
    ...pages.map(({ page, visits }) => ({
      key: page,
      label: <Link to={addressOf(page)}>{page}</Link>,
      visits,
    })),
    ...(others > 0 ? [{ key: 'others', label: <em>other pages</em>, visits: others }] : []),
    { key: 'ended', label: <em>{ended}</em>, visits: endedVisits },
  ]
  return (
    <table className="ranked">
      <caption className="visually-hidden">Visits by page</caption>
      <thead>
        <tr>
          <th scope="col">Page</th>
          <th scope="col">Visits</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, visits }) => (
          <tr key={key}>
            <th scope="row">
              <Bar className="ranked-bar" part={visits / all} />
              <span>{label}</span>
            </th>
            <td>
              {formatCount(visits)} <span className="entry-facts">{formatShare((visits * 100) / all)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
