import type { EditionSummary } from '@half-measure/shared/people/edition.ts'
import { Link } from 'react-router-dom'
import { countOf, formatCount } from '../format/number.ts'
import { formatMoment } from '../format/time.ts'
import { paths } from '../paths.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { editionState } from './edition-state.ts'

const COLUMNS = [
  {
    header: 'Subject',
    cell: ({ id, subject }: EditionSummary) => (
      <Link to={paths.edition(id)}>{subject === '' ? 'Without a subject' : subject}</Link>
    ),
  },
  { header: 'State', cell: editionState },
  {
    header: 'Letters',
    cell: ({ progress }: EditionSummary) =>
      progress === null
        ? 'none yet'
        : `${formatCount(progress.delivered)} of ${countOf(progress.recipients, 'reader')}`,
  },
  {
    header: 'When',
    cell: ({ started_at, updated_at }: EditionSummary) =>
      started_at === null
        ? `changed ${formatMoment(new Date(updated_at))}`
        : `begun ${formatMoment(new Date(started_at))}`,
  },
] as const

interface EditionTableProps {
  editions: readonly EditionSummary[]
}

export function EditionTable({ editions }: EditionTableProps) {
  return (
    <DataTable caption="Editions, newest first" columns={COLUMNS} rows={editions} keyOf={({ id }) => id} />
  )
}
