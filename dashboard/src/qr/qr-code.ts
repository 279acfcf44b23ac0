import { bitsOf, qrBytes } from './qr-bytes.ts'
import { MASKS, penaltyOf } from './qr-masks.ts'
import { drawMask, patternsOf, type Modules } from './qr-patterns.ts'
import { versionFor } from './qr-version.ts'

/**
 * A text as a QR code, ISO/IEC 18004: rows of modules, true for dark, without the light frame of four modules that
 * belongs around it. Null for what is longer than 412 bytes.
 */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const version = versionFor(bytes.length)
  if (version === null) return null
  const patterns = patternsOf(version)
  const bits = qrBytes(bytes, version).flatMap((byte) => bitsOf(byte, 8))
  const free = freePlaces(patterns)
  const candidates = MASKS.map((turnsOver, mask) => {
    const modules = patterns.map((line) => [...line])
    for (const [index, [row, column]] of free.entries()) {
      const line = modules[row]
      if (line) line[column] = (bits[index] === 1) !== turnsOver(row, column)
    }
    drawMask(modules, mask)
    const drawn = modules.map((line) => line.map((isDark) => isDark === true))
    return { drawn, penalty: penaltyOf(drawn) }
  })
  return candidates.reduce((best, next) => (next.penalty < best.penalty ? next : best)).drawn
}

/** Where data goes: in columns of two from the right, up and down by turns, beside what is there already. */
export function freePlaces(patterns: Modules): [row: number, column: number][] {
  const size = patterns.length
  const places: [number, number][] = []
  let isUpward = true
  for (let right = size - 1; right > 0; right -= 2) {
    // The vertical timing line is no column of data.
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const row = isUpward ? size - 1 - step : step
      for (const column of [right, right - 1])
        if (patterns[row]?.[column] === undefined) places.push([row, column])
    }
    isUpward = !isUpward
  }
  return places
}
