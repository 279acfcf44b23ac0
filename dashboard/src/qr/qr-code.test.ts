import { describe, expect, it } from 'vitest'
import { qrCode } from './qr-code.ts'
import { drawMask, patternsOf } from './qr-patterns.ts'
import { alignmentPlaces, versionOfSize } from './qr-version.ts'
import { readQr } from './testing/read-qr.ts'

const ADDRESS =
  'otpauth://totp/Half%20Measure:a%2Bb%40c.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Half%20Measure'

describe('a QR code', () => {
  it.each([
    ['the address of a second factor', ADDRESS],
    ['nothing', ''],
    ['other letters', 'Ünïcode, £5, 😀'],
    ['one block', 'x'.repeat(42)],
    ['blocks of two lengths', 'x'.repeat(180)],
    ['a longer header', 'x'.repeat(195)],
    ['as much as it holds', 'x'.repeat(412)],
  ])('says %s', (_, text) => {
    expect(readQr(qrCode(text) ?? [])).toBe(text)
  })

  it('is as small as it can be, and is not made of too much', () => {
    expect(qrCode('x'.repeat(14))).toHaveLength(21)
    expect(qrCode('x'.repeat(15))).toHaveLength(25)
    expect(qrCode(ADDRESS)).toHaveLength(41)
    expect(qrCode('x'.repeat(413))).toBeNull()
  })

  it('looks as it did when another program read it', () => {
    // zbar 0.23 read this one, and the other lengths above.
    expect(drawn(qrCode('hi') ?? [])).toEqual(GOLDEN)
  })
})

describe('the marks of a code', () => {
  it('name the mask as ISO/IEC 18004 does in its example', () => {
    const modules = patternsOf(versionOf(21))
    drawMask(modules, 0b101)
    const bits = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => modules[8]?.[column])
    const more = [7, 5, 4, 3, 2, 1, 0].map((row) => modules[row]?.[8])
    expect([...bits, ...more].map(Number).join('')).toBe('100000011001110')
  })

  it('name the version from the seventh on, as ISO/IEC 18004 does in its example', () => {
    const modules = patternsOf(versionOf(45))
    const bits = Array.from({ length: 18 }, (_, bit) => modules[Math.floor(bit / 3)]?.[34 + (bit % 3)])
    expect(bits.toReversed().map(Number).join('')).toBe('000111110010010100')
  })

  it('stand where ISO/IEC 18004, annex E, puts them', () => {
    expect([1, 2, 7, 14, 15].map(alignmentPlaces)).toEqual([
      [],
      [6, 18],
      [6, 22, 38],
      [6, 26, 46, 66],
      [6, 26, 48, 70],
    ])
  })
})

function versionOf(size: number) {
  const version = versionOfSize(size)
  if (!version) throw new Error(`no code is ${size} modules wide`)
  return version
}

const drawn = (modules: readonly (readonly boolean[])[]) =>
  modules.map((line) => line.map((isDark) => (isDark ? '#' : '.')).join(''))

const GOLDEN = [
  '#######..####.#######',
  '#.....#..##.#.#.....#',
  '#.###.#.##.##.#.###.#',
  '#.###.#.##..#.#.###.#',
  '#.###.#.#..##.#.###.#',
  '#.....#.##..#.#.....#',
  '#######.#.#.#.#######',
  '........#.###........',
  '#.#####.....#.#####..',
  '.###.#.#..#.#..#....#',
  '..##..##.#.#.#..####.',
  '###.#....#.....##.#..',
  '###.#.#....#.#..#.#.#',
  '........#..####..#..#',
  '#######...#.#.##...#.',
  '#.....#.#######..#..#',
  '#.###.#.#...#..#..#..',
  '#.###.#.###.#..#..#..',
  '#.###.#.#..#.#..###..',
  '#.....#..##....##.#..',
  '#######.#.##.#..####.',
]
