import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Column, type Sort, Table, type TableProps } from './Table.tsx'

/** A table that sorts its rows. Without `onSort` it keeps the sorting itself, beginning with `sort`. */
export function SortedTable<Row extends object>(props: TableProps<Row>) {
  const { columns, rows, onSort } = props
  const [ownSort, setOwnSort] = useState(props.sort)
  const sort = onSort ? props.sort : ownSort
  return <Table {...props} rows={sorted(rows, columns, sort)} sort={sort} onSort={onSort ?? setOwnSort} />
}

/** By a column's values, nothing last in either order. Ties, and rows of a column without values, keep their order. */
function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const value = columns.find(({ id }) => id !== undefined && id === sort?.by)?.value
  if (!sort || !value) return rows
  const sign = sort.descending ? -1 : 1
  return rows.toSorted((left, right) => {
    const [a, b] = [value(left), value(right)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return (
      sign * (typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a) - Number(b))
    )
  })
}

/** The sorting of a page's tables in the address: `sort=views`, `sort=-views` for the highest first. */
export function useSortParam(
  columns: readonly string[],
  usual: Sort,
): Required<Pick<TableProps<unknown>, 'sort' | 'onSort'>> {
  const [params, setParams] = useSearchParams()
  const text = params.get('sort') ?? ''
  const by = text.replace(/^-/, '')
  return {
    sort: columns.includes(by) ? { by, descending: text.startsWith('-') } : usual,
    onSort({ by, descending }) {
      const next = new URLSearchParams(params)
      next.delete('sort')
      if (by !== usual.by || descending !== usual.descending)
        next.set('sort', `${descending ? '-' : ''}${by}`)
      setParams(next, { preventScrollReset: true })
    },
  }
}
