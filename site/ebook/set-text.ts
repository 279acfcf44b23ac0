import { COLUMN, SHEET, type Style } from './design.ts'

type Document = PDFKit.PDFDocument

/** Between the numeral in the margin and the column. */
const MARGIN_GAP = 11

/** `title`: lines of about one length. `margin`: left of the column. `right`: at its right edge. */
type Kind = 'text' | 'title' | 'margin' | 'right'

/** Sets text, its first baseline at `top`. A quotation mark at its start hangs in the margin. */
export function setText(doc: Document, text: string, style: Style, top: number, kind: Kind = 'text'): void {
  use(doc, style)
  const outside = kind === 'margin' ? text : (/^[‘“]/.exec(text)?.[0] ?? '')
  const hanging = doc.widthOfString(outside) + (kind === 'margin' ? MARGIN_GAP : 0)
  doc.text(kind === 'title' ? text : unbreakable(text), SHEET.left - hanging, top, {
    width: hanging + (kind === 'title' ? balancedWidth(doc, text) : COLUMN),
    align: kind === 'right' ? 'right' : 'left',
    lineGap: style.leading - doc.currentLineHeight(true),
    baseline: 'alphabetic',
  })
}

/** Number of lines of a paragraph or title in the column. */
export function linesOf(doc: Document, text: string, style: Style): number {
  use(doc, style)
  return countLines(doc, unbreakable(text), COLUMN)
}

function use(doc: Document, { font, size, colour }: Style): void {
  doc.font(font).fontSize(size).fillColor(colour)
}

function countLines(doc: Document, text: string, width: number): number {
  return Math.round(doc.heightOfString(text, { width }) / doc.currentLineHeight(true))
}

/** The narrowest column that needs no more lines than the full width. */
function balancedWidth(doc: Document, text: string): number {
  const lines = countLines(doc, text, COLUMN)
  let width = COLUMN
  while (width > COLUMN / 2 && countLines(doc, text, width - 2) === lines) width -= 2
  return width
}

/** Keeps figures with their nouns, and the last three words of a paragraph together. */
function unbreakable(text: string): string {
  return text.replaceAll(/(?<=\d|\bper) | (?=(?:\S+ )?\S+$)/g, '\u00a0')
}
