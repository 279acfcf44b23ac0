import { HEIGHT, WIDTH } from './shapes.ts'

/** Part of a scene, in its units of 1200 by 800. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const CROPS = {
  /** 3:2, for articles and cards. */
  whole: { x: 0, y: 0, width: WIDTH, height: HEIGHT },
  /** Nearly square, for the cover on the home page. */
  cover: { x: 200, y: 0, width: 800, height: 800 },
  /** For products. */
  square: { x: 200, y: 0, width: 800, height: 800 },
  /** A band, for small pictures within articles; inside the edges, where plates that slip leave paper bare. */
  spot: { x: 6, y: 206, width: 1188, height: 388 },
  /** 1200:630, for shared links. */
  card: { x: 0, y: 100, width: 1200, height: 630 },
  /** The three shapes that search engines cut their results to. */
  '16x9': { x: 0, y: 62, width: 1200, height: 675 },
  '4x3': { x: 68, y: 1, width: 1064, height: 798 },
  '1x1': { x: 200, y: 0, width: 800, height: 800 },
} as const satisfies Record<string, Crop>

export type CropName = keyof typeof CROPS
