import type { StyledMeasure } from './set-page.ts'
import { STYLES } from './styles.ts'

/** Measures text as the document will set it. Changes the document's current font. */
export function measureIn(doc: PDFKit.PDFDocument): StyledMeasure {
  return (text, style) => doc.font(STYLES[style].font).fontSize(STYLES[style].size).widthOfString(text)
}
