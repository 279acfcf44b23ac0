/** Measures of a page, in points from its top left. A5, portrait. */
export const SHEET = {
  width: 419.53,
  height: 595.28,
  /** The column of text, about 60 characters wide. */
  left: 62,
  right: 372,
  /** Baseline of the first line on the first page. */
  top: 46,
  /** The bar that every ornament stands on. */
  bar: 212,
  /** Baseline of a principle's title. */
  title: 257,
  /** Last baseline that text may stand on. */
  bottom: 544,
  /** Baseline of the folio. */
  foot: 567,
} as const

export const COLUMN = SHEET.right - SHEET.left
