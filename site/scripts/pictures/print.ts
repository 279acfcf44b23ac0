import sharp from 'sharp'
import { ANGLES, channels, INKS, PAPER } from '../../src/pictures/inks.ts'
import type { Plate, Scene } from '../../src/pictures/composition.ts'
import { between, type Random, seededRandom } from '../../src/pictures/random.ts'
import { HEIGHT, WIDTH } from '../../src/pictures/shapes.ts'
import { noiseAt, noiseTile } from './noise.ts'

/** A printed sheet: 8-bit RGB, row by row. */
export type Print = Awaited<ReturnType<typeof print>>

/** Distance between dots, in a scene's units. */
const DOT_PITCH = 7.5

/** The rest of a middle tone is even ink under the dots: calmer to look at, and far smaller to send. */
const DOT_STRENGTH = 0.6

/**
 * Prints a scene as a risograph would: each plate as solid ink and dots, a little out of place, a little
 * uneven, multiplied over the ones before. The same seed gives the same sheet.
 */
export async function print(scene: Scene, seed: string, width: number) {
  const height = Math.round(HEIGHT * (width / WIDTH))
  const random = seededRandom(`press:${seed}`)
  const paper = Buffer.alloc(width * height * 3, Uint8Array.from(channels(PAPER)))
  const data = new Uint8ClampedArray(paper.buffer, paper.byteOffset, paper.length)
  for (const [index, plate] of scene.entries()) {
    const place = { x: slip(random, 2.2), y: slip(random, 2.2), turn: slip(random, 0.12) }
    const pixels = await rasterise(plate, width, height, place)
    overprint(data, pixels, width, ANGLES[index % ANGLES.length] ?? 0, channels(INKS[plate.ink]), random)
  }
  return { data, width, height }
}

function slip(random: Random, most: number): number {
  return between(random, -most, most)
}

/** The plate's greys, 0 for solid ink. Edges are hard: the sheet is printed large and made smaller. */
function rasterise(
  { shapes }: Plate,
  width: number,
  height: number,
  { x, y, turn }: { x: number; y: number; turn: number },
): Promise<Uint8Array> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" shape-rendering="crispEdges">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>` +
    `<g transform="translate(${x} ${y}) rotate(${turn} ${WIDTH / 2} ${HEIGHT / 2})">${shapes.join('')}</g></svg>`
  // Red, green and blue are equal; a conversion to greys would take most of a print.
  return sharp(Buffer.from(svg)).extractChannel(0).raw().toBuffer()
}

const clouds = noiseTile(256, 1)
const grain = noiseTile(2.7, 2)
const specks = noiseTile(5.3, 3)

// Millions of pixels: plain loops, no intermediate arrays.
function overprint(
  sheet: Uint8ClampedArray,
  pixels: Uint8Array,
  width: number,
  angle: number,
  [red, green, blue]: readonly [number, number, number],
  random: Random,
): void {
  const height = pixels.length / width
  const screen = dotScreen((DOT_PITCH * width) / WIDTH, angle, { width, height })
  // Each plate meets the noise elsewhere, so no two wear alike.
  const left = Math.floor(random() * 512)
  const top = Math.floor(random() * 512)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const grey = pixels[i] ?? 255
      if (grey === 255) continue
      const tone = grey < 8 || grey > 247 ? 1 - grey / 255 : screen(x, y, grey)
      const bare = noiseAt(specks, x + left, y + top) > 0.93 ? 0.55 : 1
      const cloud = noiseAt(clouds, (x + left) >> 1, (y + top) >> 1)
      const uneven = 0.94 + 0.05 * cloud + 0.05 * noiseAt(grain, x + left, y + top)
      const amount = Math.min(1, tone * uneven * bare)
      const at = i * 3
      sheet[at] = (sheet[at] ?? 0) * (1 - amount * (1 - red / 255))
      sheet[at + 1] = (sheet[at + 1] ?? 0) * (1 - amount * (1 - green / 255))
      sheet[at + 2] = (sheet[at + 2] ?? 0) * (1 - amount * (1 - blue / 255))
    }
  }
}

/** Turns a middle grey into the tone at a pixel: dots whose area is the tone, over even ink. */
function dotScreen(
  pitch: number,
  degrees: number,
  { width, height }: { readonly width: number; readonly height: number },
): (x: number, y: number, grey: number) => number {
  const angle = (degrees * Math.PI) / 180
  const across = (Math.cos(angle) * 2 * Math.PI) / pitch
  const down = (Math.sin(angle) * 2 * Math.PI) / pitch
  // Tables for the cosine of a sum: two calls for each of millions of pixels would take a fifth of a build.
  const [xAcross, xDown] = [waves(width, across), waves(width, down)]
  const [yAcross, yDown] = [waves(height, across), waves(height, down)]
  // A dot's edge is about one pixel wide, whatever the size of the print.
  const sharpness = pitch / 2.6
  // The height above which the wave covers the share `tone` of the plane, near enough for the eye.
  const thresholds = Float64Array.from({ length: 256 }, (_, grey) => {
    const tone = 1 - grey / 255
    return Math.sign(0.5 - tone) * Math.abs(1 - 2 * tone) ** 0.8
  })
  return (x, y, grey) => {
    const wave =
      (at(xAcross.cos, x) * at(yDown.cos, y) -
        at(xAcross.sin, x) * at(yDown.sin, y) +
        at(yAcross.cos, y) * at(xDown.cos, x) +
        at(yAcross.sin, y) * at(xDown.sin, x)) /
      2
    const dot = Math.min(1, Math.max(0, 0.5 + (wave - (thresholds[grey] ?? 0)) * sharpness))
    return DOT_STRENGTH * dot + (1 - DOT_STRENGTH) * (1 - grey / 255)
  }
}

/** Cosine and sine of each of `count` multiples of a step, in radians. */
function waves(count: number, step: number): { readonly cos: Float64Array; readonly sin: Float64Array } {
  const multiples = Float64Array.from({ length: count }, (_, i) => i * step)
  return { cos: multiples.map((angle) => Math.cos(angle)), sin: multiples.map((angle) => Math.sin(angle)) }
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0
}
