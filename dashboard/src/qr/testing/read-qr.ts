import { MASKS } from '../qr-masks.ts'
import { freePlaces } from '../qr-code.ts'
import { patternsOf } from '../qr-patterns.ts'
import { lengthBits, versionOfSize } from '../qr-version.ts'

/** Reads what a code says, as a camera's program would once it has found the modules; it mends nothing. */
export function readQr(modules: readonly (readonly boolean[])[]): string {
  const version = versionOfSize(modules.length)
  const turnsOver = MASKS[maskOf(modules)]
  if (!version || !turnsOver) throw new Error('this is no code')
  const bits = freePlaces(patternsOf(version)).map(
    ([row, column]) => (modules[row]?.[column] === true) !== turnsOver(row, column),
  )
  const { blocks, dataBytes } = version
  const lengths = Array.from({ length: blocks }, (_, block) =>
    block < blocks - (dataBytes % blocks) ? Math.floor(dataBytes / blocks) : Math.ceil(dataBytes / blocks),
  )
  const read = lengths.map((): number[] => [])
  let next = 0
  for (let index = 0; index < Math.max(...lengths); index++) {
    for (const [block, length] of lengths.entries()) {
      if (index < length) read[block]?.push(numberOf(bits.slice(next * 8, ++next * 8)))
    }
  }
  const all = read
    .flat()
    .flatMap((byte) => byte.toString(2).padStart(8, '0').split(''))
    .map(Number)
  const begin = 4 + lengthBits(version.number)
  const length = numberOf(all.slice(4, begin))
  const bytes = Array.from({ length }, (_, index) =>
    numberOf(all.slice(begin + index * 8, begin + index * 8 + 8)),
  )
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

/** Of the bits beside the upper left corner, the third to the fifth, below the mask that lies over all of them. */
function maskOf(modules: readonly (readonly boolean[])[]): number {
  return numberOf([2, 3, 4].map((column) => modules[8]?.[column] === true)) ^ 0b101
}

function numberOf(bits: readonly (boolean | number)[]): number {
  return bits.reduce<number>((number, bit) => number * 2 + Number(bit), 0)
}
