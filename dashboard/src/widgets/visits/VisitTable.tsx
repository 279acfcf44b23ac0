import type { SessionFacts } from '@half-measure/shared/stats/sessions.ts'
import { Link } from 'react-router-dom'
import { formatDuration } from '../../format/figure.ts'
import { formatCount } from '../../format/number.ts'
import { formatMoment } from '../../format/time.ts'
import { valueLabel } from '../../format/value-label.ts'
import { paths } from '../../paths.ts'
import { DataTable } from '../../ui/DataTable.tsx'

interface VisitTableProps {
  visits: readonly SessionFacts[]
}

const COLUMNS = [
  {
    header: 'Began',
    cell: ({ session_id, started_at, is_bot }: SessionFacts) => (
      <>
        <Link className="visit-began" to={paths.visit(session_id)}>
          {formatMoment(new Date(started_at))}
        </Link>
        {is_bot && ' (bot)'}
      </>
    ),
  },
  {
    header: 'Pages',
    cell: ({ entry, exit }: SessionFacts) => (entry === exit ? entry : `${entry} → ${exit}`),
  },
  { header: 'Views', isNumeric: true, cell: ({ page_views }: SessionFacts) => formatCount(page_views) },
  { header: 'Clicks', isNumeric: true, cell: ({ clicks }: SessionFacts) => formatCount(clicks) },
  {
    header: 'Conversions',
    isNumeric: true,
    cell: ({ conversions }: SessionFacts) => formatCount(conversions),
  },
  {
    header: 'Lasted',
    isNumeric: true,
    cell: ({ duration_seconds }: SessionFacts) => formatDuration(duration_seconds),
  },
  {
    header: 'Read for',
    isNumeric: true,
    cell: ({ engaged_seconds }: SessionFacts) => formatDuration(engaged_seconds),
  },
  {
    header: 'From',
    cell: ({ channel, source }: SessionFacts) =>
      [valueLabel('channel', channel), source].filter(Boolean).join(', '),
  },
  {
    header: 'Reader',
    cell: ({ country, device, browser }: SessionFacts) =>
      [country && valueLabel('country', country), valueLabel('device', device), browser]
        .filter(Boolean)
        .join(', '),
  },
] as const

/** Visits, those that began last first. */
export function VisitTable({ visits }: VisitTableProps) {
  return (
    <div className="visits">
      <DataTable caption="Visits" columns={COLUMNS} rows={visits} keyOf={({ session_id }) => session_id} />
    </div>
  )
}
