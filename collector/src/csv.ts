/** Rows as RFC 4180 writes them. No cell can be a formula where it is opened. */
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
