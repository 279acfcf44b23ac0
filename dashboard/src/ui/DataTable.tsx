import type { ReactNode } from 'react'
import { NO_FIGURE } from '../format/figure.ts'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** A figure: at the right, so that its digits stand below each other. */
  isNumeric?: boolean
  /** The cell is a button, which says itself what it is. */
  isAction?: boolean
}

interface DataTableProps<Row> {
  caption: string
  /** The first one names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table that becomes a list of cards where there is no room beside each other. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  const [first, ...others] = columns
  return (
    <div className="table-frame">
      <table className="data">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ header, isNumeric }) => (
              <th key={header} scope="col" data-numeric={isNumeric}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{first.cell(row)}</th>
              {others.map(({ header, cell, isNumeric, isAction = false }) => {
                const content = cell(row)
                return (
                  <td
                    key={header}
                    data-header={isAction ? undefined : header}
                    data-numeric={isNumeric}
                    // Beside others a dash keeps the place; in a list of cards it says nothing.
                    data-none={content === NO_FIGURE || undefined}
                  >
                    {content}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
