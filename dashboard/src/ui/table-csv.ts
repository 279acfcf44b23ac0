import { csv } from '@half-measure/shared/csv.ts'
import { type FigureUnit, fileHeader } from '@half-measure/shared/stats/definitions.ts'
import { saveFile } from './save-file.ts'

/** What a file has of a table's column. */
export interface SavedColumn<Row> {
  header: string
  /** What the figure counts: a file has it in its header, where the page says it beside the table. */
  definition?: string | undefined
  /** Of `value`. */
  unit?: FigureUnit | undefined
  /** Of the row in full. A column without it is left out. */
  value?: (row: Row) => number | string | null
  /** In a file in place of this column, where one cell shows several figures. */
  saved?: readonly SavedColumn<Row>[]
}

/** Saves rows as a CSV file. @param name without its end. */
export function saveTable<Row>(
  rows: readonly Row[],
  columns: readonly SavedColumn<Row>[],
  name: string,
): void {
  saveFile(new Blob(['\uFEFF', tableCsv(rows, columns)], { type: 'text/csv' }), `${name}.csv`)
}

/** Rows as they are shown, with figures in full. */
export function tableCsv<Row>(rows: readonly Row[], columns: readonly SavedColumn<Row>[]): string {
  const all = columns.flatMap((column) => column.saved ?? [column])
  const saved = all.flatMap(({ header: label, definition, unit = 'count', value }) =>
    value
      ? { header: definition === undefined ? label : fileHeader({ label, definition, unit }), value }
      : [],
  )
  return csv(
    saved.map(({ header }) => header),
    rows.map((row) => saved.map(({ value }) => String(value(row) ?? ''))),
  )
}
