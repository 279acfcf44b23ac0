import { bitsOf } from './qr-bytes.ts'
import { alignmentPlaces, type QrVersion } from './qr-version.ts'

/** Modules row by row: dark, light, or not decided yet. */
export type Modules = (boolean | undefined)[][]

/** Correction level M, as its two bits are written. */
const LEVEL_M = 0b00

/** What every code of a version has: the marks by which a reader finds it, and room for what the mask is. */
export function patternsOf({ number, size }: QrVersion): Modules {
  const modules: Modules = Array.from({ length: size }, () => Array.from({ length: size }))
  for (let i = 8; i < size - 8; i++) {
    set(modules, 6, i, i % 2 === 0)
    set(modules, i, 6, i % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    square(modules, row, column, 4, (ring) => ring !== 2 && ring !== 4)
  }
  const places = alignmentPlaces(number)
  for (const row of places) {
    for (const column of places) {
      const isFinder =
        [row, column].every((place) => place === 6 || place === size - 7) && row + column < 2 * (size - 7)
      if (!isFinder) square(modules, row, column, 2, (ring) => ring !== 1)
    }
  }
  drawMask(modules, 0)
  if (number >= 7) drawVersion(modules, number)
  return modules
}

/** Says which mask lies over the code, twice, protected by its own correction. */
export function drawMask(modules: Modules, mask: number): void {
  const size = modules.length
  const data = (LEVEL_M << 3) | mask
  const bits = bitsOf(((data << 10) | remainder(data << 10, 0b10100110111, 10)) ^ 0b101010000010010, 15)
  for (const [index, bit] of bits.entries()) {
    const isDark = bit === 1
    // Along the upper left corner, around the timing lines.
    if (index < 8) set(modules, 8, index < 6 ? index : index + 1, isDark)
    else set(modules, index === 8 ? 7 : 14 - index, 8, isDark)
    // And again: up the lower left, and along the upper right.
    if (index < 7) set(modules, size - 1 - index, 8, isDark)
    else set(modules, 8, size - 15 + index, isDark)
  }
  set(modules, size - 8, 8, true)
}

function drawVersion(modules: Modules, version: number): void {
  const bits = bitsOf((version << 12) | remainder(version << 12, 0b1111100100101, 12), 18).toReversed()
  for (const [index, bit] of bits.entries()) {
    const [along, across] = [Math.floor(index / 3), modules.length - 11 + (index % 3)]
    set(modules, along, across, bit === 1)
    set(modules, across, along, bit === 1)
  }
}

/** Of a division of polynomials over two values. */
function remainder(value: number, divisor: number, degree: number): number {
  let rest = value
  for (let bit = 31 - Math.clz32(rest); bit >= degree; bit--) {
    if ((rest >> bit) & 1) rest ^= divisor << (bit - degree)
  }
  return rest
}

/** Rings around a middle, as far as there are modules. */
function square(
  modules: Modules,
  row: number,
  column: number,
  reach: number,
  isDark: (ring: number) => boolean,
): void {
  for (let down = -reach; down <= reach; down++) {
    for (let right = -reach; right <= reach; right++) {
      const ring = Math.max(Math.abs(down), Math.abs(right))
      set(modules, row + down, column + right, isDark(ring))
    }
  }
}

function set(modules: Modules, row: number, column: number, isDark: boolean): void {
  const line = modules[row]
  if (line && column >= 0 && column < modules.length) line[column] = isDark
}
