import { type Composition, scene } from '../composition.ts'
import { LETTERS, type Letter } from '../motifs/letters.ts'
import { between, seededRandom } from '../random.ts'
import { circle, line, path, place, rect } from '../shapes.ts'

const COUNTER = 430
const GAP = 7
const FALLEN: readonly Letter[] = ['D', 'E', 'L', 'I', 'S', 'T', 'E', 'D', 'L', 'I', 'N', 'E', 'S']

/** Eleven taps, the place of the twelfth, letters on the floor. */
export const brewdogDelisting = scene(['rust', 'stout'], (sheet) => {
  sheet.print('rust', rect(0, 0, 1200, COUNTER, 0.5))
  sheet.print('stout', rect(0, 0, 1200, 60), line('M0 84H1200', 5))
  pipe(sheet)
  for (let i = 0; i < 12; i++) if (i !== GAP) tap(sheet, 84 + i * 94, i)
  const gap = 84 + GAP * 94
  sheet.bare(circle(gap, 318, 15))
  sheet.print('stout', circle(gap, 318, 8), line(`M${gap - 26} 296l8 6M${gap + 27} 292l-9 9`, 5))
  counter(sheet)
  letters(sheet)
})

type Sheet = Composition<'rust' | 'stout'>

function pipe(sheet: Sheet): void {
  sheet.bare(rect(30, 290, 1140, 56, 0, 28))
  sheet.print('rust', rect(30, 318, 1140, 28, 0.6, 14))
  sheet.print('stout', line('M58 290H1142Q1170 290 1170 318T1142 346H58Q30 346 30 318T58 290Z', 5))
  for (const x of [130, 600, 1070]) sheet.print('stout', rect(x - 20, 346, 40, 90))
}

function tap(sheet: Sheet, x: number, index: number): void {
  const handle = `M${x - 17} 120Q${x} 100 ${x + 17} 120L${x + 11} 262H${x - 11}Z`
  sheet.bare(path(handle))
  const solid = index % 3
  if (solid === 0) sheet.print('stout', path(handle))
  if (solid === 1) sheet.print('rust', path(handle))
  sheet.print('stout', line(handle, 5), rect(x - 9, 262, 18, 30), line(`M${x} 346V374L${x - 8} 392`, 11))
  sheet.bare(circle(x, 176, 12))
  sheet.print(index % 2 === 0 ? 'rust' : 'stout', circle(x, 176, 7))
}

function counter(sheet: Sheet): void {
  sheet.bare(rect(0, COUNTER, 1200, 370))
  sheet.print('stout', rect(0, COUNTER, 1200, 66))
  sheet.bare(rect(0, COUNTER + 10, 1200, 5))
  // The floor, board by board.
  sheet.print('rust', rect(0, COUNTER + 66, 1200, 304))
  const boards = [-700, -480, -270, -80, 110, 300, 490, 680, 870, 1060, 1250, 1450, 1660, 1880]
  const lines = boards.map((at) => `M${600 + (at - 600) * 0.62} ${COUNTER + 66}L${at} 800`)
  sheet.print('stout', line(lines, 4, 1), rect(0, COUNTER + 66, 1200, 26, 0.55))
}

function letters(sheet: Sheet): void {
  const random = seededRandom('letters on the floor')
  for (const [i, letter] of FALLEN.entries()) {
    const x = 110 + i * 78 + between(random, -20, 20)
    const y = 560 + (i % 3) * 66 + between(random, -14, 14)
    const turn = between(random, -75, 75)
    sheet.print('stout', place(line(LETTERS[letter], 17), x + 6, y + 8, { turn }))
    sheet.bare(place(line(LETTERS[letter], 17), x, y, { turn }))
  }
}
