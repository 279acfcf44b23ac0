import { countOf } from '../format/number.ts'
import { SortedTable } from './SortedTable.tsx'
import type { Column } from './Table.tsx'

export interface RankedRow {
  name: string
  count: number
}

interface RankedTableProps {
  caption: string
  nameHeader: string
  countHeader: string
  /** In the singular: `view`. */
  unit: string
  rows: readonly RankedRow[]
}

/** Names and counts, sortable by either, each with a bar that compares it with the highest. */
export function RankedTable({ caption, nameHeader, countHeader, unit, rows }: RankedTableProps) {
  const highest = Math.max(1, ...rows.map(({ count }) => count))
  const columns: Column<RankedRow>[] = [
    { id: 'name', header: nameHeader, value: ({ name }) => name, render: ({ name }) => name },
    {
      id: 'count',
      header: countHeader,
      isNumeric: true,
      value: ({ count }) => count,
      render: ({ count }) => countOf(count, unit),
    },
  ]
  return (
    <SortedTable
      caption={caption}
      columns={columns}
      rows={rows}
      keyOf={({ name }) => name}
      layout="narrow"
      barOf={({ count }) => count / highest}
      sort={{ by: 'count', descending: true }}
    />
  )
}
