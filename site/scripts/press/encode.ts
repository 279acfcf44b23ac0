import type { Sharp } from 'sharp'
import type { PictureFormat } from '../../src/pictures/picture-files.ts'

/**
 * What an AVIF may weigh, in bytes, by its width: a phone's picture of 3:2 comes in the 14 KB of a connection's first
 * round trip, a desk's within the budget of a page's largest picture.
 */
const LIMITS = [
  { width: 640, bytes: 13_400 },
  { width: 1280, bytes: 58_000 },
] as const

/** Height over width of the pictures that the limits are for; taller ones may weigh more, up to the largest limit. */
const USUAL_RATIO = 2 / 3

const BEST_QUALITY = 48
const WORST_QUALITY = 24

/** The best quality that keeps to the limits at each width. */
export async function avifQuality(image: Sharp, ratio: number): Promise<number> {
  const heaviest = Math.max(...LIMITS.map(({ bytes }) => bytes))
  let quality = BEST_QUALITY
  for (const { width, bytes } of LIMITS) {
    const trial = image.clone().resize(width)
    const limit = Math.min(bytes * Math.max(1, ratio / USUAL_RATIO), heaviest)
    while (quality > WORST_QUALITY && (await encode(trial.clone(), 'avif', quality)).length > limit)
      quality -= 4
  }
  return quality
}

/** One file. `quality` is AVIF's; the other formats are for old browsers and for sites that show links. */
export async function encode(image: Sharp, format: PictureFormat, quality = BEST_QUALITY): Promise<Buffer> {
  switch (format) {
    case 'avif':
      // Efforts above 3 take ten times as long for the same bytes.
      return await image.avif({ quality, effort: 3, chromaSubsampling: '4:2:0' }).toBuffer()
    case 'webp':
      return await image.webp({ quality: 50, effort: 3 }).toBuffer()
    case 'jpg':
      return await image.jpeg({ quality: 64, progressive: true }).toBuffer()
  }
}
