/** A pattern for `ilike` that finds the text anywhere, whatever is in it. */
export function searchPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
