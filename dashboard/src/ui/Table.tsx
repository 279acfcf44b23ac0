import type { ReactNode } from 'react'
import { NO_FIGURE } from '@half-measure/shared/format-figures.ts'
import { comparedHeader } from '@half-measure/shared/stats/definitions.ts'
import type { MetricDefinition } from '@half-measure/shared/stats/engine/metrics.ts'
import { changeOf, type SampleSizes } from '../format/metric.ts'
import { Bar } from './Bar.tsx'
import { DeltaMark } from './DeltaMark.tsx'
import { ExportButton } from './ExportButton.tsx'
import type { SavedColumn } from './table-csv.ts'

/** `SortedTable` also sorts by its `value`, null last. */
export interface Column<Row> extends SavedColumn<Row> {
  render: (row: Row) => ReactNode
  /** Makes the column sortable where the table has `onSort`. */
  id?: string
  /** Aligned at the end. */
  isNumeric?: boolean
  /** Its cells are buttons, which need no header beside them. */
  isAction?: boolean
  /** Left out where there is little room. */
  isMinor?: boolean
}

/** A figure; some of a page's own have no definition. */
interface ColumnFigure extends Pick<SavedColumn<never>, 'definition' | 'unit'> {
  label: string
}

export interface Sort {
  by: string
  descending: boolean
}

export interface TableProps<Row> {
  caption: string
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** On a phone rows become cards. A wide table is scrolled before that; a narrow one needs neither. */
  layout?: 'cards' | 'wide' | 'narrow'
  /** 0 to 1: the length of a bar behind the row's name. */
  barOf?: (row: Row) => number
  /** Name of a CSV file of these rows, without extension; it has the columns with a value. */
  file?: string | undefined
  /** Beside its button: which rows the file has, if not all. */
  fileNote?: string | undefined
  /** In the file in place of `rows`, where a table shows the first of many. */
  fileRows?: readonly Row[]
  /** How the rows are sorted. */
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, layout = 'cards', barOf, sort, onSort } = props
  const { file, fileNote, fileRows = rows } = props
  const [first, ...others] = columns
  if (!first) return null
  const table = (
    <table className={layout === 'narrow' ? 'table table-narrow' : `table table-cards table-${layout}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Header
              key={column.id ?? column.header}
              column={column}
              isFirst={column === first}
              sort={sort}
              onSort={onSort}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">
              {barOf && <Bar className="table-bar" part={barOf(row)} />}
              <span className="table-name">{first.render(row)}</span>
            </th>
            {others.map((column) => {
              const content = column.render(row)
              return (
                <td
                  key={column.id ?? column.header}
                  data-header={column.isAction ? undefined : column.header}
                  data-numeric={column.isNumeric}
                  data-minor={column.isMinor}
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
  )
  return (
    <>
      {layout === 'wide' ? <ScrollFrame label={`Table: ${caption}`}>{table}</ScrollFrame> : table}
      {file !== undefined && (
        <ExportButton caption={caption} rows={fileRows} columns={columns} file={file} note={fileNote} />
      )}
    </>
  )
}

/** A column's figures in the compared range. */
export interface ComparedFigure<Row> extends Pick<MetricDefinition, 'better'> {
  value: (row: Row) => number | null
  /** Where the figure is a rate. */
  sessions?: (row: Row) => SampleSizes
  /** The compared days, as a file names them. */
  days: string
}

/** A column of one figure of each row; a dash where it is null. */
export function figureColumn<Row>(
  { label, definition, unit }: ColumnFigure,
  value: (row: Row) => number | null,
  format: (value: number, row: Row) => ReactNode,
  { compared, ...options }: FigureOptions<Row> = {},
): Column<Row> {
  return {
    header: label,
    definition,
    unit,
    ...options,
    isNumeric: true,
    value,
    ...(compared && {
      saved: [
        { header: label, definition, unit, value },
        { header: comparedHeader({ label, ...(unit && { unit }) }, compared.days), value: compared.value },
      ],
    }),
    render: (row) => {
      const shown = value(row)
      if (shown === null) return NO_FIGURE
      if (!compared) return format(shown, row)
      const { better, sessions } = compared
      const change = changeOf({ unit: unit ?? 'count', better }, shown, compared.value(row), sessions?.(row))
      return (
        <>
          {format(shown, row)} {change && <DeltaMark delta={change} />}
        </>
      )
    },
  }
}

/** A column of text, the same in a file. */
export function textColumn<Row>(header: string, text: (row: Row) => string): Column<Row> {
  return { header, value: text, render: text }
}

/** A name or a figure, with a note beside it if there is one. */
export function noted(content: ReactNode, note: ReactNode): ReactNode {
  if (!note) return content
  return (
    <>
      {content} <span className="note">{note}</span>
    </>
  )
}

interface FigureOptions<Row> extends Pick<Column<Row>, 'id' | 'isMinor'> {
  compared?: ComparedFigure<Row> | undefined
}

interface HeaderProps<Row> {
  column: Column<Row>
  isFirst: boolean
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function Header<Row>({
  column: { id, header, isNumeric, isMinor },
  isFirst,
  sort,
  onSort,
}: HeaderProps<Row>) {
  if (id === undefined || !onSort) {
    return (
      <th scope="col" data-numeric={isNumeric} data-minor={isMinor}>
        {header}
      </th>
    )
  }
  const sorted = sort?.by === id ? (sort.descending ? 'descending' : 'ascending') : 'none'
  // Names start in ascending order, figures in descending.
  const descending = sorted === 'none' ? !isFirst : sorted === 'ascending'
  return (
    <th scope="col" data-numeric={isNumeric} data-minor={isMinor} aria-sort={sorted}>
      <button type="button" onClick={() => onSort({ by: id, descending })}>
        {header}
      </button>
    </th>
  )
}

/** For content that may be wider than the window: scrolls sideways, by keyboard too. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scroll-frame" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
