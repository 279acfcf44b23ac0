import type { Sharp } from 'sharp'
import type { PictureFormat } from '../../src/pictures/picture-files.ts'

/**
 * Maximum bytes of an AVIF, by width: a phone's 3:2 picture fits into the 14 KB of a connection's first round trip, a
 * desktop's into the budget of a page's largest picture.
 */
const LIMITS = [
  { width: 640, bytes: 13_400 },
  { width: 1280, bytes: 58_000 },
] as const

/** Starts from the pixels again; `clone()` would copy them. */
export type Image = () => Sharp

/** Height over width that the limits assume; taller pictures may weigh more, up to the largest limit. */
const USUAL_RATIO = 2 / 3

/** Best first. */
const QUALITIES = [48, 44, 40, 36, 32, 28, 24] as const

/**
 * The best AVIF quality that keeps a picture within every limit set for its `widths`, or else the worst.
 *
 * @param ratio height over width.
 */
export async function findQuality(image: Image, ratio: number, widths: readonly number[]): Promise<number> {
  const heaviest = Math.max(...LIMITS.map(({ bytes }) => bytes))
  const limits = LIMITS.filter(({ width }) => widths.includes(width))
  const fits = async (quality: number) => {
    for (const { width, bytes } of limits) {
      const { length } = await encode(image, { width, format: 'avif' }, quality)
      if (length > Math.min(bytes * Math.max(1, ratio / USUAL_RATIO), heaviest)) return false
    }
    return true
  }
  for (const quality of QUALITIES.slice(0, -1)) if (await fits(quality)) return quality
  return QUALITIES[QUALITIES.length - 1] ?? 24
}

/** A picture at a width. `quality` is that of AVIF; JPEG is for old browsers and for shared links. */
export function encode(
  image: Image,
  { width, format }: { readonly width: number; readonly format: PictureFormat },
  quality: number,
): Promise<Buffer> {
  const resized = image().resize(width)
  switch (format) {
    case 'avif':
      // Efforts below 3 make files a fifth larger at equal quality; 4 takes three times as long for a few per cent.
      return resized.avif({ quality, effort: 3, chromaSubsampling: '4:2:0' }).toBuffer()
    case 'jpg':
      return resized.jpeg({ quality: 64, progressive: true }).toBuffer()
  }
}
