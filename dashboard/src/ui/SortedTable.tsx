import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Column, type Sort, Table, type TableProps } from './Table.tsx'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

interface SortedTableProps<Row> extends TableProps<Row> {
  /** Rows shown, all unless given; a file has all. */
  limit?: number
}

/** A table that sorts its rows. Without `onSort` it keeps the sorting itself, beginning with `sort`. */
export function SortedTable<Row extends object>({ limit, ...props }: SortedTableProps<Row>) {
  const { columns, rows, keyOf, onSort } = props
  const [ownSort, setOwnSort] = useState(props.sort)
  const sort = onSort ? props.sort : ownSort
  const sortable = useMemo(() => sortableColumns(columns), [columns])
  const table = useTable({
    features,
    columns: sortable,
    data: rows,
    getRowId: keyOf,
    state: { sorting: sort ? [{ id: sort.by, desc: sort.descending }] : [] },
  })
  const sorted = table.getRowModel().rows.map(({ original }) => original)
  return (
    <Table
      {...props}
      rows={sorted.slice(0, limit)}
      fileRows={sorted}
      sort={sort}
      onSort={onSort ?? setOwnSort}
    />
  )
}

function sortableColumns<Row extends object>(columns: readonly Column<Row>[]) {
  const helper = createColumnHelper<typeof features, Row>()
  return helper.columns(
    columns.flatMap(({ id, value }) => {
      if (id === undefined || !value) return []
      // Undefined, unlike null, is what the library keeps last in either order.
      return helper.accessor((row) => value(row) ?? undefined, {
        id,
        sortUndefined: 'last',
        sortFn: (left, right) => {
          const [a, b] = [left.getValue(id), right.getValue(id)]
          if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b)
          return Number(a) - Number(b)
        },
      })
    }),
  )
}

/** The sorting of a page's tables in the address: `sort=views`, `sort=-views` for the highest first. */
export function useSortParam(
  columns: readonly { id?: string }[],
  usual: Sort,
): Required<Pick<TableProps<unknown>, 'sort' | 'onSort'>> {
  const [params, setParams] = useSearchParams()
  const text = params.get('sort') ?? ''
  const by = text.replace(/^-/, '')
  return {
    sort: columns.some(({ id }) => id === by) ? { by, descending: text.startsWith('-') } : usual,
    onSort({ by, descending }) {
      const next = new URLSearchParams(params)
      next.delete('sort')
      if (by !== usual.by || descending !== usual.descending)
        next.set('sort', `${descending ? '-' : ''}${by}`)
      setParams(next)
    },
  }
}
