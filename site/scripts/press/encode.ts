import type { Sharp } from 'sharp'
import type { PictureFormat } from '../../src/pictures/picture-files.ts'

/** Bytes that an AVIF may take for each pixel: what keeps every picture of 1,200 by 800 under 60 KB. */
const AVIF_BYTES_PER_PIXEL = 48_000 / (1_200 * 800)

/** Where the quality is tried out: small enough to be quick, large enough to tell. */
const TRIAL_WIDTH = 800

const BEST_QUALITY = 48
const WORST_QUALITY = 24

/** The best quality whose bytes stay within the budget, found on a small copy. */
export async function avifQuality(image: Sharp, ratio: number): Promise<number> {
  const budget = TRIAL_WIDTH ** 2 * ratio * AVIF_BYTES_PER_PIXEL
  const trial = image.clone().resize(TRIAL_WIDTH)
  for (let quality = BEST_QUALITY; quality > WORST_QUALITY; quality -= 4) {
    const bytes = await encode(trial.clone(), 'avif', quality)
    if (bytes.length <= budget) return quality
  }
  return WORST_QUALITY
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
