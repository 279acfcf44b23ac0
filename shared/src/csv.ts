/** Numbers may be negative; a text with a minus sign may be a formula. */
type Cell = string | number

/** Rows in the format of RFC 4180, every cell quoted. Texts that look like formulas get an apostrophe. */
export function csv(header: readonly string[], rows: Iterable<readonly Cell[]>): string {
  let text = csvLine(header)
  for (const row of rows) text += csvLine(row)
  return text
}

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/**
 * Signs that begin a formula in spreadsheets: at the start, after a control character, or after the semicolon that
 * separates cells in some locales, ignoring spaces. Some spreadsheets accept their full-width twins too. Event
 * exports have the same rules in SQL.
 */
const FORMULA = /((?:^|[;\t\r\n\v\f])\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const CONTROL = /^[\t\r\n\v\f]/

function cell(value: Cell): string {
  if (typeof value === 'number') return `"${value}"`
  const guarded = value.replaceAll(FORMULA, "$1'")
  return `"${(CONTROL.test(guarded) ? `'${guarded}` : guarded).replaceAll('"', '""')}"`
}
