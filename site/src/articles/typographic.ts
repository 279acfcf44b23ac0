/** Straight quotes and three dots as a printer sets them; Markdown gets the same from its own compiler. */
export function typographic(text: string): string {
  return (
    text
      .replaceAll('...', '…')
      // A quote opens at the start, after a space, a bracket or a dash; everywhere else it closes.
      .replaceAll(/(^|[\s([{–—“‘])"/g, '$1“')
      .replaceAll('"', '”')
      .replaceAll(/(^|[\s([{–—“])'(?!\d\ds?\b)/g, '$1‘')
      .replaceAll("'", '’')
  )
}
