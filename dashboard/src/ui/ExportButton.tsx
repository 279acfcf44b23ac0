import { Button } from './Button.tsx'
import type { SavedColumn } from './table-csv.ts'

interface ExportButtonProps<Row> {
  /** Names what is exported. */
  caption: string
  rows: readonly Row[]
  columns: readonly SavedColumn<Row>[]
  /** Name of the file, without extension. */
  file: string
  /** Which rows these are, if not all. */
  note?: string | undefined
}

/** Saves rows as a CSV file. */
export function ExportButton<Row>({ caption, rows, columns, file, note }: ExportButtonProps<Row>) {
  return (
    <p className="panel-foot note">
      <Button
        tone="link"
        aria-label={`Export as CSV: ${caption}`}
        onClick={() => void import('./table-csv.ts').then(({ saveTable }) => saveTable(rows, columns, file))}
      >
        Export CSV
      </Button>
      {note !== undefined && `: ${note}`}
    </p>
  )
}
