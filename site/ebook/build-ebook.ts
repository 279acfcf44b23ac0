import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { publication } from '@half-measure/shared/publication.ts'
import Pdf from 'pdfkit'
import { ebookTitle, type Principle, principles } from '../content/ebook-principles.ts'
import { editionDate } from '../scripts/build/edition-date.ts'
import { siteRoot, writeFileAtomically } from '../scripts/build/site-files.ts'
import { COLOURS, COLUMN, SHEET, STYLES } from './design.ts'
import { drawScene } from './draw-scene.ts'
import { drawBookGlass } from './ornaments/book-glass.ts'
import { emptySheet, ROOM } from './ornaments/ornament.ts'
import { ornaments } from './ornaments/ornaments.ts'
import { linesOf, setText } from './set-text.ts'

type Document = PDFKit.PDFDocument

/**
 * Writes the ebook to `path`: a tagged PDF of 25 pages, a principle on each. The same content and the same
 * `EDITION_DATE` give the same bytes.
 */
export async function buildEbook(path: string): Promise<void> {
  const day = editionDate()
  const doc = openDocument(day)
  const book = doc.struct('Document')
  doc.addStructure(book)
  for (const principle of principles) {
    drawPage(doc, book, principle, principle.number === principles.length ? colophon(day) : [])
    doc.outline.addItem(`${principle.number}. ${principle.title}`)
  }
  book.end()
  doc.end()
  await writeFileAtomically(path, await buffer(doc))
}

/** Dated `day` (`YYYY-MM-DD`), so that its bytes depend on no clock. */
function openDocument(day: string): Document {
  const date = new Date(`${day}T12:00:00Z`)
  return new Pdf({
    size: [SHEET.width, SHEET.height],
    margin: 0,
    autoFirstPage: false,
    // The library would begin with Helvetica, which it does not embed.
    font: '',
    pdfVersion: '1.7',
    // @ts-expect-error the library takes it; its types do not know it yet
    subset: 'PDF/UA',
    tagged: true,
    lang: publication.language,
    displayTitle: true,
    info: {
      Title: ebookTitle,
      Author: publication.name,
      Subject: 'Twenty-five short principles for drinking less by drinking on purpose, one to a page.',
      Keywords: 'beer, moderation, alcohol-free beer, pubs',
      Creator: publication.name,
      CreationDate: date,
      ModDate: date,
    },
  })
}

/** The paragraphs that end the book. */
function colophon(day: string): readonly string[] {
  const edition = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  )
  return [
    'For readers of 18 and over, or of the legal age elsewhere. Drink responsibly.',
    `Usually $15; free to subscribers to ${publication.newsletter}. Your copy is for your own use. ` +
      `Set in Newsreader and Inter; illustrations generated. Edition of ${edition}. © 2025 ${publication.name}.`,
  ]
}

/** Adds a page to the document and its structure, in reading order. */
function drawPage(
  doc: Document,
  book: PDFKit.PDFStructureElement,
  { number, title, body }: Principle,
  endNotes: readonly string[],
): void {
  doc.addPage()
  // Inks are blended as on a screen, whatever a reader's program does for paper.
  Object.assign(doc.page.dictionary.data, { Group: { S: 'Transparency', CS: 'DeviceRGB' } })
  const section = doc.struct('Sect')
  book.add(section)
  const add = (tag: 'H1' | 'H2' | 'P', draw: () => void) => section.add(doc.struct(tag, {}, draw))

  drawPaper(doc)
  if (number === 1) {
    add('P', () => setText(doc, publication.name, STYLES.label, SHEET.top))
    add('H1', () => setText(doc, ebookTitle, STYLES.bookTitle, SHEET.top + 33, 'title'))
  }
  section.add(figure(doc, number))
  add('H2', () => {
    setText(doc, String(number), STYLES.numeral, SHEET.title, 'margin')
    setText(doc, title, STYLES.title, SHEET.title, 'title')
  })
  const titleLines = linesOf(doc, title, STYLES.title)
  const textTop = SHEET.title + (titleLines - 1) * STYLES.title.leading + 30
  add('P', () => setText(doc, body, STYLES.text, textTop))
  for (const [i, note] of endNotes.entries()) {
    const { leading } = STYLES.small
    const below = endNotes
      .slice(i + 1)
      .reduce((sum, next) => sum + (linesOf(doc, next, STYLES.small) + 0.4) * leading, 0)
    const top = SHEET.bottom - below - (linesOf(doc, note, STYLES.small) - 1) * leading
    add('P', () => setText(doc, note, STYLES.small, top))
  }
  drawFoot(doc, number)
}

/** Points per unit of an ornament, which is as wide as the column with the glass. */
const SCALE = COLUMN / ROOM.width
const ORNAMENT_TOP = SHEET.bar - ROOM.bar * SCALE

function figure(doc: Document, number: number): PDFKit.PDFStructureElement {
  const ornament = ornaments[number - 1]
  if (!ornament) throw new Error(`page ${number} has no ornament`)
  const options = { alt: ornament.alt, bbox: [SHEET.left, ORNAMENT_TOP, SHEET.right, SHEET.bar] }
  return doc.struct('Figure', options, () => {
    const sheet = emptySheet()
    ornament.draw(sheet)
    drawBookGlass(sheet, number)
    drawScene(doc, sheet.scene, String(number), {
      x: SHEET.left,
      y: ORNAMENT_TOP,
      scale: SCALE,
      area: [-20, -20, ROOM.width + 20, ROOM.bar + 20],
    })
  })
}

/** The tint of the paper, and the bar from edge to edge. */
function drawPaper(doc: Document): void {
  doc.markContent('Artifact', { type: 'Page' })
  doc.rect(0, 0, SHEET.width, SHEET.height).fill(COLOURS.paper)
  doc.rect(0, SHEET.bar - 0.7, SHEET.width, 1.4).fill(COLOURS.ink)
  doc.endMarkedContent()
}

/** The folio and the magazine's name, which screen readers skip. */
function drawFoot(doc: Document, number: number): void {
  doc.markContent('Artifact', { type: 'Pagination' })
  setText(doc, publication.name, STYLES.folio, SHEET.foot)
  setText(doc, String(number), STYLES.folio, SHEET.foot, 'right')
  doc.endMarkedContent()
}

if (import.meta.main) await buildEbook(process.argv[2] ?? join(siteRoot, '.cache/ebook.pdf'))
