import { principles } from '../content/ebook-principles.ts'
import { colophon } from './colophon.ts'
import { type Page, setBookTitle, setColophon, setPrinciple, type StyledMeasure } from './set-page.ts'

/** All pages, set but not yet drawn. `editionDate` is `YYYY-MM-DD`. */
export function setBook(measure: StyledMeasure, editionDate: string): Page[] {
  return principles.map((principle, i) => ({
    number: principle.number,
    title: principle.title,
    head: i === 0 ? setBookTitle(measure) : [],
    body: [
      ...setPrinciple(principle, measure),
      ...(i === principles.length - 1 ? setColophon(colophon(editionDate), measure) : []),
    ],
  }))
}
