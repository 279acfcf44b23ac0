import { fileURLToPath } from 'node:url'

/** The paper edition of `src/styles/tokens.css`. */
export const COLOURS = {
  paper: '#f8f2e6',
  ink: '#211913',
  inkSoft: '#5c4d40',
  accent: '#97430f',
} as const

interface Style {
  /** File of the font. */
  readonly font: string
  /** Points. */
  readonly size: number
  /** Points from one baseline to the next. */
  readonly leading: number
  readonly colour: string
}

const font = (name: string) => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url))
const display = font('newsreader-display')
const text = font('newsreader-text')
const labels = font('inter-labels')

export const STYLES = {
  bookTitle: { font: display, size: 27, leading: 30.5, colour: COLOURS.ink },
  title: { font: display, size: 24, leading: 27.5, colour: COLOURS.ink },
  numeral: { font: display, size: 24, leading: 27.5, colour: COLOURS.accent },
  text: { font: text, size: 12.25, leading: 18.75, colour: COLOURS.ink },
  small: { font: text, size: 9, leading: 12.5, colour: COLOURS.inkSoft },
  label: { font: labels, size: 7.5, leading: 11, colour: COLOURS.accent },
  folio: { font: labels, size: 7.5, leading: 11, colour: COLOURS.inkSoft },
} as const satisfies Record<string, Style>

export type StyleName = keyof typeof STYLES
