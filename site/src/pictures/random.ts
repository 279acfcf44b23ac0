/** Numbers from 0 up to 1 that are always the same for one seed. */
export type Random = () => number

/** FNV-1a to spread the seed, mulberry32 to draw from it. */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** From `low` up to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}
