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

const WORST_QUALITY = 24
const QUALITY_STEP = 4
const MOST_STEPS = 6

/**
 * A picture as AVIF at the width of each of `files`, in the best quality that keeps to the limits, or else the worst.
 *
 * @param ratio height over width.
 */
export async function encodeAvifs<File extends { readonly width: number }>(
  image: Sharp,
  ratio: number,
  files: readonly File[],
): Promise<Map<File, Buffer>> {
  // Encoding is nearly all of a build's work, so what was encoded to be weighed is kept, and each trial rules out half
  // of the qualities that are left: a better one is never lighter.
  let [steps, most] = [0, MOST_STEPS]
  let encoded = new Map<File, Buffer>()
  while (steps < most) {
    const tried = Math.ceil((steps + most) / 2)
    const trial = await encodeWithinLimits(image, ratio, files, qualityOf(tried))
    if (trial) [steps, encoded] = [tried, trial]
    else most = tried - 1
  }
  for (const file of files) {
    if (!encoded.has(file)) encoded.set(file, await avif(image, file.width, qualityOf(steps)))
  }
  return encoded
}

/** Those files that have a limit; undefined where one is too heavy. */
async function encodeWithinLimits<File extends { readonly width: number }>(
  image: Sharp,
  ratio: number,
  files: readonly File[],
  quality: number,
): Promise<Map<File, Buffer> | undefined> {
  const heaviest = Math.max(...LIMITS.map(({ bytes }) => bytes))
  const encoded = new Map<File, Buffer>()
  for (const { width, bytes } of LIMITS) {
    const file = files.find((one) => one.width === width)
    if (!file) continue
    const picture = await avif(image, width, quality)
    if (picture.length > Math.min(bytes * Math.max(1, ratio / USUAL_RATIO), heaviest)) return undefined
    encoded.set(file, picture)
  }
  return encoded
}

function qualityOf(steps: number): number {
  return WORST_QUALITY + QUALITY_STEP * steps
}

function avif(image: Sharp, width: number, quality: number): Promise<Buffer> {
  // Efforts above 3 take ten times as long for the same bytes.
  return image.clone().resize(width).avif({ quality, effort: 3, chromaSubsampling: '4:2:0' }).toBuffer()
}

/** A picture at a width, for old browsers and for sites that show links. */
export function encode(image: Sharp, width: number, format: Exclude<PictureFormat, 'avif'>): Promise<Buffer> {
  const resized = image.clone().resize(width)
  switch (format) {
    case 'webp':
      return resized.webp({ quality: 50, effort: 3 }).toBuffer()
    case 'jpg':
      return resized.jpeg({ quality: 64, progressive: true }).toBuffer()
  }
}
