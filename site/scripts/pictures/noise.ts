/** Side of a tile of noise. */
const TILE = 512
const MASK = TILE - 1

/** Noise from -1 to 1, the same again every 512 pixels in both directions. */
export type NoiseTile = Float32Array

/** Value noise with features of `size` pixels; the same seed gives the same tile. */
export function noiseTile(size: number, seed: number): NoiseTile {
  const cells = Math.max(1, Math.round(TILE / size))
  const cell = TILE / cells
  const lattice = Float32Array.from({ length: cells * cells }, (_, i) => hash(i, seed))
  const at = (column: number, row: number): number => lattice[(row % cells) * cells + (column % cells)] ?? 0

  const tile = new Float32Array(TILE * TILE)
  for (let y = 0; y < TILE; y++) {
    const row = Math.floor(y / cell)
    const down = smooth(y / cell - row)
    for (let x = 0; x < TILE; x++) {
      const column = Math.floor(x / cell)
      const right = smooth(x / cell - column)
      const top = mix(at(column, row), at(column + 1, row), right)
      const bottom = mix(at(column, row + 1), at(column + 1, row + 1), right)
      tile[y * TILE + x] = mix(top, bottom, down)
    }
  }
  return tile
}

/** The noise at a pixel. */
export function noiseAt(tile: NoiseTile, x: number, y: number): number {
  return tile[((y & MASK) << 9) | (x & MASK)] ?? 0
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share)
}

function hash(index: number, seed: number): number {
  let value = Math.imul(index ^ seed, 0x9e3779b1)
  value = Math.imul(value ^ (value >>> 15), 0x85ebca77)
  value ^= value >>> 13
  return (value >>> 0) / 2 ** 31 - 1
}
