import { publication } from '@half-measure/shared/publication.ts'
import { ebookTitle, type Principle } from '../content/ebook-principles.ts'
import { breakLines } from './break-lines.ts'
import { COLUMN, SHEET } from './sheet.ts'
import { STYLES, type StyleName } from './styles.ts'

export interface Line {
  readonly text: string
  readonly style: StyleName
  /** Points from the left edge. */
  readonly x: number
  /** Baseline, points from the top. */
  readonly y: number
}

/** What a screen reader announces as one thing. */
export interface Block {
  readonly tag: 'H1' | 'H2' | 'P'
  readonly lines: readonly Line[]
}

export interface Page {
  /** Number and title of the page and of the principle on it. */
  readonly number: number
  readonly title: string
  /** Above the ornament. */
  readonly head: readonly Block[]
  /** Below it. */
  readonly body: readonly Block[]
}

/** Width of a text in points. */
export type StyledMeasure = (text: string, style: StyleName) => number

/** Between the numeral in the margin and the column. */
const NUMERAL_GAP = 11
/** From the last baseline of a title to the first of the text. */
const TITLE_TO_TEXT = 30

/** The title of the book, for the first page. */
export function setBookTitle(measure: StyledMeasure): Block[] {
  const label: Line = { text: publication.name, style: 'label', x: SHEET.left, y: SHEET.top }
  return [
    { tag: 'P', lines: [label] },
    { tag: 'H1', lines: setLines(ebookTitle, 'bookTitle', SHEET.top + 33, measure, { balanced: true }) },
  ]
}

/** A principle's title, with its numeral in the margin, and its text. */
export function setPrinciple({ number, title, body }: Principle, measure: StyledMeasure): Block[] {
  const numeral: Line = {
    text: String(number),
    style: 'numeral',
    x: SHEET.left - NUMERAL_GAP - measure(String(number), 'numeral'),
    y: SHEET.title,
  }
  const heading = setLines(title, 'title', SHEET.title, measure, { balanced: true })
  const top = lastBaseline(heading) + TITLE_TO_TEXT
  return [
    { tag: 'H2', lines: [numeral, ...heading] },
    { tag: 'P', lines: setLines(body, 'text', top, measure) },
  ]
}

/** Small paragraphs that end on the last baseline of the page. */
export function setColophon(paragraphs: readonly string[], measure: StyledMeasure): Block[] {
  const { leading } = STYLES.small
  const blocks: Block[] = []
  let bottom: number = SHEET.bottom
  for (const paragraph of paragraphs.toReversed()) {
    const lines = setLines(paragraph, 'small', 0, measure)
    const top = bottom - (lines.length - 1) * leading
    blocks.unshift({ tag: 'P', lines: lines.map((line) => ({ ...line, y: line.y + top })) })
    bottom = top - leading * 1.4
  }
  return blocks
}

/** Lines in the column from the baseline `top` down. */
function setLines(
  text: string,
  style: StyleName,
  top: number,
  measure: StyledMeasure,
  options: { balanced?: boolean } = {},
): Line[] {
  const width = (part: string) => measure(part, style)
  return breakLines(text, { width: COLUMN, measure: width, ...options }).map((line, i) => {
    // A quote at the start of a line hangs in the margin.
    const hanging = /^[‘“]/.exec(line)?.[0] ?? ''
    return { text: line, style, x: SHEET.left - width(hanging), y: top + i * STYLES[style].leading }
  })
}

function lastBaseline(lines: readonly Line[]): number {
  return lines.at(-1)?.y ?? 0
}
