import sharp from 'sharp'
import { INKS, PAPER } from '../../src/pictures/inks.ts'
import type { Plate, Scene } from '../../src/pictures/picture.ts'
import { between, type Random, seededRandom } from '../../src/pictures/random.ts'
import { HEIGHT, WIDTH } from '../../src/pictures/shapes.ts'
import { screen } from './screen.ts'
import { wear } from './wear.ts'

/** A printed sheet: 8-bit RGB, row by row. */
export interface Print {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

/** Degrees between the dot screens of the plates, so that they make rosettes and no stripes. */
const ANGLES = [45, 75, 15] as const

/**
 * Prints a scene as a risograph would: each plate as solid ink and dots, a little out of place, a little
 * uneven, multiplied over the ones before. The same seed gives the same sheet.
 */
export async function print(scene: Scene, seed: string, width: number): Promise<Print> {
  const scale = width / WIDTH
  const height = Math.round(HEIGHT * scale)
  const random = seededRandom(`press:${seed}`)
  const sheet = blankSheet(width * height)

  for (const [index, plate] of scene.entries()) {
    const ink = await rasterise(plate, width, height, slip(random))
    screen(ink, width, scale, ANGLES[index % ANGLES.length] ?? 0)
    wear(ink, width, random)
    overprint(sheet, ink, channels(INKS[plate.ink]))
  }
  return { data: toBytes(sheet), width, height }
}

/** How far a plate lies from where it should. */
interface Slip {
  readonly x: number
  readonly y: number
  readonly turn: number
}

function slip(random: Random): Slip {
  return { x: between(random, -2.2, 2.2), y: between(random, -2.2, 2.2), turn: between(random, -0.12, 0.12) }
}

function blankSheet(pixels: number): Float32Array {
  const [red, green, blue] = channels(PAPER)
  const sheet = new Float32Array(pixels * 3)
  for (let i = 0; i < sheet.length; i += 3) {
    sheet[i] = red
    sheet[i + 1] = green
    sheet[i + 2] = blue
  }
  return sheet
}

/** The plate's tones, 0 to 1, one number a pixel. Edges are hard: the sheet is printed large and made smaller. */
async function rasterise(
  { shapes }: Plate,
  width: number,
  height: number,
  { x, y, turn }: Slip,
): Promise<Float32Array> {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" shape-rendering="crispEdges">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>` +
    `<g transform="translate(${x} ${y}) rotate(${turn} ${WIDTH / 2} ${HEIGHT / 2})">${shapes.join('')}</g></svg>`
  const pixels = await sharp(Buffer.from(svg)).toColourspace('b-w').extractChannel(0).raw().toBuffer()
  const tones = new Float32Array(pixels.length)
  for (let i = 0; i < tones.length; i++) tones[i] = 1 - (pixels[i] ?? 255) / 255
  return tones
}

function overprint(sheet: Float32Array, ink: Float32Array, colour: readonly [number, number, number]): void {
  for (let i = 0; i < ink.length; i++) {
    const amount = ink[i] ?? 0
    if (amount === 0) continue
    for (let channel = 0; channel < 3; channel++) {
      const at = i * 3 + channel
      sheet[at] = (sheet[at] ?? 0) * (1 - amount * (1 - (colour[channel] ?? 0)))
    }
  }
}

// Plain loops here and above: millions of numbers pass through, and `Float32Array.from` takes ten times as long.
function toBytes(sheet: Float32Array): Buffer {
  const bytes = Buffer.alloc(sheet.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.round((sheet[i] ?? 0) * 255)
  return bytes
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}
