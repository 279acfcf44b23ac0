/** What a size of code holds, at the level of correction that mends 15 in 100 ("M"). */
export interface QrVersion {
  /** 1 to 15. */
  readonly number: number
  /** Modules along a side. */
  readonly size: number
  /** Bytes that are text and its header. */
  readonly dataBytes: number
  readonly blocks: number
  /** Of correction, in each block. */
  readonly correctionBytes: number
}

/** By version, ISO/IEC 18004, table 9: blocks, and bytes of correction in each. */
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10] as const
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24] as const

/** The smallest version that holds so many bytes; null if none does. */
export function versionFor(bytes: number): QrVersion | null {
  return VERSIONS.find((version) => bytes * 8 + headerBits(version) <= version.dataBytes * 8) ?? null
}

/** The version whose codes have so many modules along a side. */
export function versionOfSize(size: number): QrVersion | undefined {
  return VERSIONS.find((version) => version.size === size)
}

/** Four bits for the mode, then the length. */
function headerBits({ number }: QrVersion): number {
  return 4 + lengthBits(number)
}

export function lengthBits(version: number): number {
  return version < 10 ? 8 : 16
}

/** Where the middles of the small squares lie, along either side. */
export function alignmentPlaces(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = 4 * version + 10
  const step = 2 * Math.ceil((last - 6) / (2 * (count - 1)))
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))]
}

const VERSIONS = BLOCKS.map((blocks, index): QrVersion => {
  const number = index + 1
  const correctionBytes = CORRECTION[index] ?? 0
  const size = 4 * number + 17
  return { number, size, blocks, correctionBytes, dataBytes: roomOf(number, size) - blocks * correctionBytes }
})

/** Bytes that fit beside the patterns by which a reader finds its way. */
function roomOf(number: number, size: number): number {
  const along = alignmentPlaces(number).length
  const finders = 3 * 64 + 31
  const timing = 2 * (size - 16)
  const squares = along === 0 ? 0 : (along ** 2 - 3) * 25 - (along - 2) * 2 * 5
  const versionBits = number < 7 ? 0 : 36
  return Math.floor((size ** 2 - finders - timing - squares - versionBits) / 8)
}
