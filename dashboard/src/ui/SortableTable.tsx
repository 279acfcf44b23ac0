import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, type ReactNode } from 'react'
import type { Sort } from '../filters/sort.ts'
import { ScrollFrame } from './ScrollFrame.tsx'

export interface SortableColumn<Row> {
  id: string
  header: string
  /** What rows are ordered by; null comes last. */
  value: (row: Row) => number | string | null
  cell: (row: Row) => ReactNode
}

interface SortableTableProps<Row> {
  caption: string
  /** The first one names the row. */
  columns: readonly SortableColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sort: Sort
  onSort: (sort: Sort) => void
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})

/** A wide table that can be ordered by any of its columns, and is scrolled sideways where there is no room. */
export function SortableTable<Row extends object>({
  caption,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
}: SortableTableProps<Row>) {
  const defined = useMemo(() => {
    const column = createColumnHelper<typeof features, Row>()
    return column.columns(
      columns.map(({ id, header, value }) =>
        // Undefined, unlike null, is what the table keeps last in either order.
        column.accessor((row) => value(row) ?? undefined, {
          id,
          header,
          sortFn: 'basic',
          sortUndefined: 'last',
        }),
      ),
    )
  }, [columns])
  const table = useTable({
    features,
    columns: defined,
    data: rows,
    getRowId: keyOf,
    state: { sorting: [{ id: sort.by, desc: sort.descending }] },
  })
  const [first, ...others] = columns
  return (
    <ScrollFrame label={`Table: ${caption}`}>
      <table className="details">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, header }, index) => {
              const sorted = id === sort.by ? (sort.descending ? 'desc' : 'asc') : 'none'
              const next = { by: id, descending: id === sort.by ? !sort.descending : index > 0 }
              return (
                <th key={id} scope="col" aria-sort={SORTED[sorted]}>
                  <button type="button" onClick={() => onSort(next)}>
                    {header}
                    <span className="sort-mark" data-sorted={sorted} aria-hidden="true" />
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map(({ id, original }) => (
            <tr key={id}>
              <th scope="row">{first?.cell(original)}</th>
              {others.map((column) => (
                <td key={column.id}>{column.cell(original)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

const SORTED = { asc: 'ascending', desc: 'descending', none: 'none' } as const
