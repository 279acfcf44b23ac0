import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { countOf } from '@half-measure/shared/format-figures.ts'
import { SortedTable } from './SortedTable.tsx'
import { type Column, figureColumn, noted } from './Table.tsx'

export interface RankedRow {
  name: string
  count: number
  /** Beside the name. */
  note?: string | undefined
  /** Where the row leads. */
  to?: string
}

export interface RankedTableProps {
  caption: string
  nameHeader: string
  countHeader: string
  /** What is counted, for the file. */
  definition?: string
  /** In the singular: `view`. */
  unit: string
  rows: readonly RankedRow[]
  /** Name of a CSV file of the rows. */
  file?: string
}

/** Names and counts, sortable by either, each with a bar that compares it with the highest. */
export function RankedTable(props: RankedTableProps) {
  const { caption, nameHeader, countHeader, definition, unit, rows, file } = props
  const highest = Math.max(1, ...rows.map(({ count }) => count))
  const columns: Column<RankedRow>[] = [
    { id: 'name', header: nameHeader, value: ({ name }) => name, render: nameOf },
    figureColumn(
      { label: countHeader, definition },
      ({ count }) => count,
      (count) => countOf(count, unit),
      { id: 'count' },
    ),
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
      file={file}
    />
  )
}

function nameOf({ name, note, to }: RankedRow): ReactNode {
  const words = noted(name, note)
  return to === undefined ? words : <Link to={to}>{words}</Link>
}
