import { publication } from '@half-measure/shared/publication.ts'
import Pdf from 'pdfkit'
import { ebookTitle } from '../content/ebook-principles.ts'
import { SHEET } from './sheet.ts'

/** An empty document with its metadata, dated `editionDate` (`YYYY-MM-DD`), so that its bytes depend on no clock. */
export function openDocument(editionDate: string): PDFKit.PDFDocument {
  const date = new Date(`${editionDate}T12:00:00Z`)
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
