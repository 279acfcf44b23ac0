/** A number from 0 up to but not including 1. */
export type Random = () => number

/** The same numbers for the same seed (mulberry32), so that two runs show the same figures. */
export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<List extends readonly [unknown, ...unknown[]]>(
  random: Random,
  from: List,
): List[number] {
  return from[Math.floor(random() * from.length)] ?? from[0]
}
