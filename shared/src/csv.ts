/** Rows in the format of RFC 4180. A cell that spreadsheets would run as a formula begins with an apostrophe. */
export function csv(header: readonly string[], rows: Iterable<readonly string[]>): string {
  let text = line(header)
  for (const row of rows) text += line(row)
  return text
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
