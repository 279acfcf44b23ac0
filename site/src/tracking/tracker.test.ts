import { afterEach, expect, it, vi } from 'vitest'
import { pageView } from './tracker.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['https://halfmeasure.test/search?q=alice@example.test', 'https://halfmeasure.test/search'],
  [`https://camra.example/?a=${'x'.repeat(3_000)}`, 'https://camra.example/'],
  [`https://camra.example/${'x'.repeat(3_000)}`, `https://camra.example/${'x'.repeat(1_978)}`],
  ['', ''],
])('a page view has no query of its referrer, which may name the reader: %.50s', (referrer, sent) => {
  vi.stubGlobal('location', new URL('https://halfmeasure.test/about'))
  vi.stubGlobal('document', { referrer, title: 'About' })
  vi.stubGlobal('screen', { width: 390, height: 844 })
  expect(pageView().referrer).toBe(sent)
})
