import { afterEach, expect, it, vi } from 'vitest'
import { createPixel } from './pixel.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('an event’s id is returned to the caller, and none where nothing may be sent', async () => {
  const fbq = vi.fn()
  vi.stubGlobal('window', { fbq })
  vi.stubGlobal('location', new URL('https://www.halfmeasure.test/about'))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ pixel: null })))
  expect(createPixel(() => false).send('PageView')).toBeUndefined()
  const id = createPixel(() => true).send('PageView')
  expect(id).toMatch(/^PageView_\d{13}_\w+$/)
  await expect
    .poll(() => fbq.mock.calls)
    .toEqual([['track', 'PageView', { event_id: id, page_path: '/about' }, { eventID: id }]])
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
