import { csv } from '@half-measure/shared/csv.ts'
import { type FigureUnit, fileHeader } from '@half-measure/shared/stats/definitions.ts'
import { saveFile } from './save-file.ts'

export interface SavedColumn<Row> {
  header: string
  /** What the figure counts: in the header of a file, beside the table on the page. */
  definition?: string | undefined
  /** Unit of `value`. */
  unit?: FigureUnit | undefined
  /** The row's value in full. A column without it is left out. */
  value?: (row: Row) => number | string | null
  /** In a file in place of this column, where one cell shows several figures. */
  saved?: readonly SavedColumn<Row>[]
}

/** Saves rows as a CSV file. @param name without extension. */
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
    rows.map((row) => saved.map(({ value }) => value(row) ?? '')),
  )
}
