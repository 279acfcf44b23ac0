import { publication } from '@half-measure/shared/publication.ts'
import { drawBookGlass } from './ornaments/book-glass.ts'
import { emptySheet, type Ornament, ROOM } from './ornaments/ornament.ts'
import { printScene } from './press/print-scene.ts'
import type { Block, Line, Page } from './set-page.ts'
import { COLUMN, SHEET } from './sheet.ts'
import { COLOURS, STYLES } from './styles.ts'

/** Points to a unit of an ornament: together with the glass it is as wide as the column. */
const SCALE = COLUMN / ROOM.width
const ORNAMENT_TOP = SHEET.bar - ROOM.bar * SCALE

/** Adds a page to the document and to its structure, in the order in which it is read aloud. */
export function drawPage(
  doc: PDFKit.PDFDocument,
  book: PDFKit.PDFStructureElement,
  page: Page,
  ornament: Ornament,
): void {
  doc.addPage()
  // Inks are blended as on a screen, whatever a reader's program does for paper.
  Object.assign(doc.page.dictionary.data, { Group: { S: 'Transparency', CS: 'DeviceRGB' } })
  const section = doc.struct('Sect')
  book.add(section)

  drawPaper(doc)
  for (const block of page.head) section.add(textElement(doc, block))
  section.add(figure(doc, page, ornament))
  for (const block of page.body) section.add(textElement(doc, block))
  drawFoot(doc, page.number)
}

function textElement(doc: PDFKit.PDFDocument, { tag, lines }: Block): PDFKit.PDFStructureElement {
  return doc.struct(tag, {}, () => {
    // Words at the ends of lines need a space between them, too.
    for (const [i, line] of lines.entries()) drawLine(doc, line, i < lines.length - 1 ? ' ' : '')
  })
}

function figure(doc: PDFKit.PDFDocument, page: Page, ornament: Ornament): PDFKit.PDFStructureElement {
  const options = { alt: ornament.alt, bbox: [SHEET.left, ORNAMENT_TOP, SHEET.right, SHEET.bar] }
  return doc.struct('Figure', options, () => {
    const sheet = emptySheet()
    ornament.draw(sheet)
    drawBookGlass(sheet, page.number)
    printScene(doc, sheet.scene, String(page.number), {
      x: SHEET.left,
      y: ORNAMENT_TOP,
      scale: SCALE,
      sheet: [-20, -20, ROOM.width + 20, ROOM.bar + 20],
    })
  })
}

function drawLine(doc: PDFKit.PDFDocument, { text, style, x, y }: Line, after: string): void {
  const { font, size, colour } = STYLES[style]
  doc.font(font).fontSize(size).fillColor(colour)
  doc.text(text + after, x, y, { lineBreak: false, baseline: 'alphabetic' })
}

/** The tint of the paper, and the bar from edge to edge. */
function drawPaper(doc: PDFKit.PDFDocument): void {
  doc.markContent('Artifact', { type: 'Page' })
  doc.rect(0, 0, SHEET.width, SHEET.height).fill(COLOURS.paper)
  doc.rect(0, SHEET.bar - 0.7, SHEET.width, 1.4).fill(COLOURS.ink)
  doc.endMarkedContent()
}

/** The folio and the name of the magazine, which nobody needs to hear on every page. */
function drawFoot(doc: PDFKit.PDFDocument, number: number): void {
  doc.markContent('Artifact', { type: 'Pagination' })
  const { font, size } = STYLES.folio
  const folio = String(number)
  const width = doc.font(font).fontSize(size).widthOfString(folio)
  drawLine(doc, { text: publication.name, style: 'folio', x: SHEET.left, y: SHEET.foot }, '')
  drawLine(doc, { text: folio, style: 'folio', x: SHEET.right - width, y: SHEET.foot }, '')
  doc.endMarkedContent()
}
