import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodeAvifs } from './encode.ts'
import { noiseTile } from './noise.ts'

const FILES = [{ width: 320 }, { width: 640 }]

/** The finer its features, pixels, the heavier. */
function noise(features: number): Sharp {
  const bytes = Uint8Array.from(noiseTile(features, 1), (value) => 128 + 127 * value)
  return sharp(bytes, { raw: { width: 512, height: 512, channels: 1 } })
}

async function weights(image: Sharp): Promise<(number | undefined)[]> {
  const encoded = await encodeAvifs(image, 2 / 3, FILES)
  return FILES.map((file) => encoded.get(file)?.length)
}

function weightAt(image: Sharp, width: number, quality: number): Promise<number> {
  const avif = image.clone().resize(width).avif({ quality, effort: 3, chromaSubsampling: '4:2:0' })
  return avif.toBuffer().then(({ length }) => length)
}

describe('encodeAvifs', () => {
  it('takes the best quality for a picture that is light', async () => {
    const image = noise(16)
    expect(await weights(image)).toEqual([await weightAt(image, 320, 48), await weightAt(image, 640, 48)])
  })

  it('takes the worst where none is light enough', async () => {
    const image = noise(2)
    expect(await weights(image)).toEqual([await weightAt(image, 320, 24), await weightAt(image, 640, 24)])
  })

  it.each([5, 6, 7])(
    'takes the best of those that keep to the limit (noise of %d pixels)',
    async (features) => {
      const image = noise(features)
      const qualities = [48, 44, 40, 36, 32, 28, 24]
      const all = await Promise.all(qualities.map((quality) => weightAt(image, 640, quality)))
      const best = all.findIndex((weight) => weight <= 13_400)
      expect(best).toBeGreaterThan(0)
      expect(await weights(image)).toEqual([await weightAt(image, 320, qualities[best] ?? 0), all[best]])
    },
  )
})
