/** Rows in the format of RFC 4180, every cell quoted. What a spreadsheet would run as a formula gets an apostrophe. */
export function csv(header: readonly string[], rows: Iterable<readonly string[]>): string {
  let text = csvLine(header)
  for (const row of rows) text += csvLine(row)
  return text
}

/** One row of it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/**
 * The signs with which a spreadsheet begins a formula: at the start, after a control character, and after the semicolon
 * that separates cells in some locales, spaces apart. They have twins of full width, which some spreadsheets take for
 * them. Event exports have the same rules in SQL.
 */
const FORMULA = /((?:^|[;\t\r\n\v\f])\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const CONTROL = /^[\t\r\n\v\f]/

function cell(value: string): string {
  const guarded = value.replaceAll(FORMULA, "$1'")
  return `"${(CONTROL.test(guarded) ? `'${guarded}` : guarded).replaceAll('"', '""')}"`
}
