import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encode, findQuality, type Image } from './encode.ts'
import { noiseTile } from './noise.ts'

const WIDTHS = [320, 640]

/** The finer its features, pixels, the heavier. */
function noise(features: number): Image {
  const bytes = Uint8Array.from(noiseTile(features, 1), (value) => 128 + 127 * value)
  return () => sharp(bytes, { raw: { width: 512, height: 512, channels: 1 } })
}

describe('findQuality', () => {
  it('takes the best for a picture that is light', async () => {
    expect(await findQuality(noise(16), 2 / 3, WIDTHS)).toBe(48)
  })

  it('takes the worst where none is light enough', async () => {
    expect(await findQuality(noise(2), 2 / 3, WIDTHS)).toBe(24)
  })

  it.each([5, 6, 7])('takes the best that keeps to the limit (noise of %d pixels)', async (features) => {
    const image = noise(features)
    const quality = await findQuality(image, 2 / 3, WIDTHS)
    const weightAt = async (at: number) => (await encode(image, { width: 640, format: 'avif' }, at)).length
    expect(await weightAt(quality)).toBeLessThanOrEqual(13_400)
    expect(await weightAt(quality + 4)).toBeGreaterThan(13_400)
  })
})
