import { createHash } from 'node:crypto'
import { type CropName, CROPS } from './crops.ts'
import type { Scene } from './composition.ts'
import { sceneFor } from './scenes.ts'

export type PictureFormat = 'avif' | 'jpg'

/** Raise it when the press prints the same scene differently. */
const PRESS_VERSION = 3

/** Raise it when cards for shared links are set differently. */
const CARD_VERSION = 2

/**
 * Pixels. Nearly all browsers that run the site's scripts know AVIF; JPEG is for the others, and for sites that show
 * shared links. 640 is for phones, and small enough for the first round trip of a connection. Files of 1600 would weigh
 * half as much again as those of 1280 and look no better, even on dense screens.
 */
const WIDTHS: Record<CropName, Partial<Record<PictureFormat, readonly number[]>>> = {
  whole: { avif: [480, 640, 960, 1280], jpg: [960] },
  cover: { avif: [640, 960, 1280], jpg: [960] },
  square: { avif: [320, 640], jpg: [640] },
  spot: { avif: [480, 960], jpg: [960] },
  card: { jpg: [1200] },
  '16x9': { jpg: [1200] },
  '4x3': { jpg: [1200] },
  '1x1': { jpg: [1200] },
}

interface PictureFile {
  readonly format: PictureFormat
  readonly width: number
}

/** The text beside the picture on a card for shared links. */
export interface CardText {
  readonly title: string
  readonly byline: string
}

/** One picture and the files it is printed to. */
export interface PictureFiles {
  /** Slug, crop and a hash of the drawing: the same name is always the same picture. */
  readonly name: string
  readonly slug: string
  readonly crop: CropName
  readonly scene: Scene
  readonly files: readonly PictureFile[]
  /** Height over width. */
  readonly ratio: number
  readonly words?: CardText
}

const requested = new Map<string, PictureFiles>()

/** The picture of a slug; the build prints what was requested. A card has one set of words for each slug. */
export function pictureFiles(slug: string, crop: CropName, words?: CardText): PictureFiles {
  const key = `${slug}/${crop}`
  const known = requested.get(key)
  if (known) return known
  const scene = sceneFor(slug)
  const { x, y, width, height } = CROPS[crop]
  const card = words ? [CARD_VERSION, words] : []
  const drawn = JSON.stringify([PRESS_VERSION, slug, x, y, width, height, scene, ...card])
  const hash = createHash('sha256').update(drawn).digest('hex').slice(0, 10)
  const files = Object.entries(WIDTHS[crop]).flatMap(([format, widths]) =>
    widths.map((to) => ({ format: format as PictureFormat, width: to })),
  )
  const picture = {
    name: `${slug}-${crop}-${hash}`,
    slug,
    crop,
    scene,
    files,
    ratio: height / width,
    ...(words && { words }),
  }
  requested.set(key, picture)
  return picture
}

export function requestedPictures(): PictureFiles[] {
  return [...requested.values()]
}

/** Address of one file of a picture. */
export function pictureUrl(name: string, width: number, format: PictureFormat): string {
  return `/assets/pictures/${name}-${width}.${format}`
}

/** Addresses of a slug's picture in the three shapes that search engines ask for, the widest first. */
export function searchPictures(slug: string): string[] {
  return (['16x9', '4x3', '1x1'] as const).map((crop) =>
    pictureUrl(pictureFiles(slug, crop).name, 1200, 'jpg'),
  )
}
