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
    cell: ({ duration_seconds, engaged_seconds }: SessionFacts) => (
      <>
        {formatDuration(duration_seconds)}{' '}
        <span className="entry-facts">{formatDuration(engaged_seconds)} reading</span>
      </>
    ),
  },
  {
    header: 'Came from',
    cell: ({ channel, source, country, device, browser }: SessionFacts) => (
      <>
        {listOf(valueLabel('channel', channel), source)}{' '}
        <span className="entry-facts">
          {listOf(country && valueLabel('country', country), valueLabel('device', device), browser)}
        </span>
      </>
    ),
  },
] as const

function listOf(...words: string[]): string {
  return words.filter(Boolean).join(', ')
}

/** Visits, those that began last first. */
export function VisitTable({ visits }: VisitTableProps) {
  return <DataTable caption="Visits" columns={COLUMNS} rows={visits} keyOf={({ session_id }) => session_id} />
}
