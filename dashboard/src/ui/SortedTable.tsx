import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Column, type Sort, Table, type TableProps } from './Table.tsx'

/** A table that sorts its rows. Without `onSort` it keeps the sorting itself, beginning with `sort`. */
export function SortedTable<Row extends object>(props: TableProps<Row>) {
  const { columns, rows, onSort } = props
  const [ownSort, setOwnSort] = useState(props.sort)
  const sort = onSort ? props.sort : ownSort
  const value = columns.find(({ id }) => id !== undefined && id === sort?.by)?.value
  return (
    <Table
      {...props}
      rows={sort && value ? rows.toSorted(byValue(value, sort)) : rows}
      sort={sort}
      onSort={onSort ?? setOwnSort}
    />
  )
}

/** Rows without a value come last in either order. */
function byValue<Row>(value: NonNullable<Column<Row>['value']>, { descending }: Sort) {
  const sign = descending ? -1 : 1
  return (left: Row, right: Row): number => {
    const [a, b] = [value(left), value(right)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order = typeof a === 'string' && typeof b === 'string' ? a.localeCompare(b) : Number(a) - Number(b)
    return sign * order
  }
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
