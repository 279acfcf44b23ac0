import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { editionDate } from '../scripts/build/edition-date.ts'
import { siteRoot } from '../scripts/build/site-root.ts'
import { writeWhole } from '../scripts/build/write-whole.ts'
import { drawPage } from './draw-page.ts'
import { measureIn } from './measure-in.ts'
import { openDocument } from './open-document.ts'
import { ornaments } from './ornaments/ornaments.ts'
import { setBook } from './set-book.ts'

/**
 * Writes the ebook to `path`: a tagged PDF of 25 pages, a principle on each. The same content and the same
 * `EDITION_DATE` give the same bytes.
 */
export async function buildEbook(path: string): Promise<void> {
  const day = editionDate()
  const doc = openDocument(day)
  const book = doc.struct('Document')
  doc.addStructure(book)
  for (const [i, page] of setBook(measureIn(doc), day).entries()) {
    const ornament = ornaments[i]
    if (!ornament) throw new Error(`page ${page.number} has no ornament`)
    drawPage(doc, book, page, ornament)
    doc.outline.addItem(`${page.number}. ${page.title}`)
  }
  book.end()
  doc.end()
  await writeWhole(path, await buffer(doc))
}

if (import.meta.main) await buildEbook(process.argv[2] ?? join(siteRoot, '.cache/ebook.pdf'))
