import { lengthBits, type QrVersion } from './qr-version.ts'
import { correctionOf } from './reed-solomon.ts'

/** Mode of the text: bytes, UTF-8. */
const BYTE_MODE = 0b0100
/** What fills up the rest, by turns. */
const FILLING = [0xec, 0x11] as const

/** A text and what mends it, in the order in which it is drawn. */
export function qrBytes(text: Uint8Array, version: QrVersion): number[] {
  const blocks = inBlocks(padded(text, version), version.blocks)
  return [...byTurns(blocks), ...byTurns(blocks.map((block) => correctionOf(block, version.correctionBytes)))]
}

function padded(text: Uint8Array, { number, dataBytes }: QrVersion): number[] {
  const bits = [
    ...bitsOf(BYTE_MODE, 4),
    ...bitsOf(text.length, lengthBits(number)),
    ...[...text].flatMap((byte) => bitsOf(byte, 8)),
  ]
  const end = Math.min(4, dataBytes * 8 - bits.length)
  const whole = [...bits, ...bitsOf(0, end)]
  const bytes = Array.from({ length: Math.ceil(whole.length / 8) }, (_, index) =>
    Array.from({ length: 8 }, (__, bit) => whole[index * 8 + bit] ?? 0).reduce((byte, bit) => byte * 2 + bit),
  )
  const filling = Array.from({ length: dataBytes - bytes.length }, (_, index) => FILLING[index % 2] ?? 0)
  return [...bytes, ...filling]
}

/** Highest first. */
export function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1)
}

/** Blocks of equal length, or the last ones a byte longer. */
function inBlocks(bytes: readonly number[], count: number): number[][] {
  const length = Math.floor(bytes.length / count)
  const short = count - (bytes.length % count)
  const begin = (block: number) => block * length + Math.max(0, block - short)
  return Array.from({ length: count }, (_, block) => bytes.slice(begin(block), begin(block + 1)))
}

/** The first of each, the second of each, and so on. */
function byTurns(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map((block) => block.length))
  return Array.from({ length: longest }, (_, index) => blocks.flatMap((block) => block[index] ?? [])).flat()
}
