import { csv } from '@half-measure/shared/csv.ts'
import { fileHeader } from '@half-measure/shared/stats/definitions.ts'
import { saveFile } from './save-file.ts'
import type { Column } from './Table.tsx'

/** Saves rows as a CSV file. @param name without its end. */
export function saveTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], name: string): void {
  saveFile(new Blob(['\uFEFF', tableCsv(rows, columns)], { type: 'text/csv' }), `${name}.csv`)
}

/** Rows as they are shown, with figures in full. */
export function tableCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const saved = columns.flatMap(({ header: label, definition, unit = 'count', value }) =>
    value
      ? { header: definition === undefined ? label : fileHeader({ label, definition, unit }), value }
      : [],
  )
  return csv(
    saved.map(({ header }) => header),
    rows.map((row) => saved.map(({ value }) => String(value(row) ?? ''))),
  )
}
