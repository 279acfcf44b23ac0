const QUANTITY =
  /(\d%?) (?=(?:ABV|ml|cl|litres?|hl|hectolitres?|kg|km|°C|per cent|units?|minutes?|hours?|million|billion|pints?)\b)/g

/** Keeps a figure and its unit on one line: `330 ml`, `14 units`, `0.5% ABV`. */
export function unbroken(text: string): string {
  return text.replaceAll(QUANTITY, '$1\u00a0')
}

/** Makes straight quotes and three dots typographic; for Markdown, its compiler does the same. */
export function typographic(text: string): string {
  return (
    unbroken(text)
      .replaceAll('...', '…')
      // A quote opens at the start, after a space, a bracket or a dash; everywhere else it closes.
      .replaceAll(/(^|[\s([{–—“‘])"/g, '$1“')
      .replaceAll('"', '”')
      .replaceAll(/(^|[\s([{–—“])'(?!\d\ds?\b)/g, '$1‘')
      .replaceAll("'", '’')
  )
}
