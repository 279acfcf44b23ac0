import { afterEach, expect, it, vi } from 'vitest'
import { createPixel } from './pixel.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('the pixel’s cookies are removed for the host and each domain above it', () => {
  const written: string[] = []
  vi.stubGlobal('window', {})
  vi.stubGlobal('location', new URL('https://www.halfmeasure.test/about'))
  vi.stubGlobal('document', {
    set cookie(text: string) {
      written.push(text)
    },
  })
  createPixel(() => false).remove()
  for (const name of ['_fbp', '_fbc']) {
    const expired = `${name}=; path=/; max-age=0`
    expect(written).toEqual(
      expect.arrayContaining([
        expired,
        `${expired}; domain=www.halfmeasure.test`,
        `${expired}; domain=halfmeasure.test`,
      ]),
    )
  }
})
