import { fileURLToPath } from 'node:url'

/** Measures of an A5 page, in points from its top left. */
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
  /** Last baseline of text. */
  bottom: 544,
  /** Baseline of the folio. */
  foot: 567,
} as const

export const COLUMN = SHEET.right - SHEET.left

/** The light theme of `src/styles/tokens.css`. */
export const COLOURS = { paper: '#f8f2e6', ink: '#211913', inkSoft: '#5c4d40', accent: '#97430f' } as const

export interface Style {
  readonly font: string
  /** Points. */
  readonly size: number
  /** Points from one baseline to the next. */
  readonly leading: number
  readonly colour: string
}

const font = (name: string) => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url))
const [display, text, labels] = ['newsreader-display', 'newsreader-text', 'inter-labels'].map(font) as [
  string,
  string,
  string,
]

export const STYLES = {
  bookTitle: { font: display, size: 27, leading: 30.5, colour: COLOURS.ink },
  title: { font: display, size: 24, leading: 27.5, colour: COLOURS.ink },
  numeral: { font: display, size: 24, leading: 27.5, colour: COLOURS.accent },
  text: { font: text, size: 12.25, leading: 18.75, colour: COLOURS.ink },
  small: { font: text, size: 9, leading: 12.5, colour: COLOURS.inkSoft },
  label: { font: labels, size: 7.5, leading: 11, colour: COLOURS.accent },
  folio: { font: labels, size: 7.5, leading: 11, colour: COLOURS.inkSoft },
} as const satisfies Record<string, Style>
