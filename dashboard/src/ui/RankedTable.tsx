import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
  type Header,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { countOf } from '../format/number.ts'
import { Bar } from './Bar.tsx'

export interface RankedRow {
  name: string
  count: number
}

interface RankedTableProps {
  /** Names the table for those who do not see where it stands. */
  caption: string
  nameHeader: string
  countHeader: string
  /** What is counted, in the singular: `view`. */
  unit: string
  /** Highest count first. */
  rows: readonly RankedRow[]
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
})
const column = createColumnHelper<typeof features, RankedRow>()
const highestFirst = { sorting: [{ id: 'count', desc: true }] }

/** Names and counts, sortable by either, each count with a bar against the highest. */
export function RankedTable({ caption, nameHeader, countHeader, unit, rows }: RankedTableProps) {
  const columns = useMemo(
    () =>
      column.columns([
        column.accessor('name', { header: nameHeader, sortFn: 'alphanumeric', sortDescFirst: false }),
        column.accessor('count', { header: countHeader, sortDescFirst: true }),
      ]),
    [nameHeader, countHeader],
  )
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => row.name,
    initialState: highestFirst,
    enableSortingRemoval: false,
  })
  const highest = Math.max(1, ...rows.map((row) => row.count))

  return (
    <table className="ranked">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <SortableHeader key={header.id} header={header} />
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map(({ id, original }) => (
          <tr key={id}>
            <th scope="row">
              <Bar className="ranked-bar" part={original.count / highest} />
              <span>{original.name}</span>
            </th>
            <td>{countOf(original.count, unit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SortableHeaderProps {
  header: Header<typeof features, RankedRow>
}

function SortableHeader({ header }: SortableHeaderProps) {
  const sorted = header.column.getIsSorted()
  const direction = sorted === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" aria-sort={sorted ? direction : 'none'}>
      <button type="button" onClick={header.column.getToggleSortingHandler()}>
        {String(header.column.columnDef.header)}
        <span className="sort-mark" data-sorted={sorted || 'none'} aria-hidden="true" />
      </button>
    </th>
  )
}
