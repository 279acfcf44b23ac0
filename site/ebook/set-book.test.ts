import { describe, expect, it } from 'vitest'
import { openDocument } from './open-document.ts'
import { measureIn } from './measure-in.ts'
import { setBook } from './set-book.ts'
import { SHEET } from './sheet.ts'

const measure = measureIn(openDocument('2026-11-20'))
const book = setBook(measure, '2026-11-20')

/** A quote that hangs in the margin, or the width of rounding. */
const HAIR = 0.01

describe('setBook', () => {
  it('sets 25 pages, numbered from 1', () => {
    expect(book.map((page) => page.number)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
  })

  it('keeps every line within the column, but for numerals and quotes in the margin', () => {
    for (const page of book) {
      for (const { text, style, x } of [...page.head, ...page.body].flatMap(({ lines }) => lines)) {
        expect(x + measure(text, style), text).toBeLessThanOrEqual(SHEET.right + HAIR)
        expect(x, text).toBeGreaterThanOrEqual(style === 'numeral' || /^[‘“]/.test(text) ? 20 : SHEET.left)
      }
    }
  })

  it('keeps the title of the book above the bar and everything else between the bar and the foot', () => {
    for (const page of book) {
      for (const { text, y } of page.head.flatMap(({ lines }) => lines)) {
        expect(y, text).toBeLessThan(SHEET.bar - 90)
      }
      for (const { text, y } of page.body.flatMap(({ lines }) => lines)) {
        expect(y, text).toBeGreaterThan(SHEET.bar)
        expect(y, text).toBeLessThanOrEqual(SHEET.bottom)
      }
    }
  })

  it('lets no line of a page touch the one above it', () => {
    for (const page of book) {
      // A numeral stands on the same line as its title.
      const baselines = [...new Set(page.body.flatMap(({ lines }) => lines.map(({ y }) => y)))]
      const gaps = baselines.slice(1).map((y, i) => y - (baselines[i] ?? 0))
      expect(Math.min(...gaps), `page ${page.number}`).toBeGreaterThanOrEqual(12)
    }
  })

  it('leaves air between the last principle and the colophon', () => {
    const [principle, notice] = book.at(-1)?.body.slice(1) ?? []
    expect((notice?.lines[0]?.y ?? 0) - (principle?.lines.at(-1)?.y ?? 0)).toBeGreaterThanOrEqual(20)
  })

  it('ends no paragraph on a single word', () => {
    for (const page of book) {
      for (const { lines } of page.body.filter(({ tag }) => tag === 'P')) {
        expect(lines.at(-1)?.text).toContain(' ')
      }
    }
  })
})
