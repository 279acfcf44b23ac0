import { circle, line, path, place } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

/** Where each bill hangs on the spike, lowest first. */
const BILLS = [
  { y: 268, turn: -6, length: 96 },
  { y: 222, turn: 9, length: 84 },
  { y: 172, turn: -12, length: 104 },
  { y: 122, turn: 5, length: 80 },
] as const

export const billSpike: Ornament = {
  alt: 'Four receipts on a spike.',
  draw(sheet) {
    sheet.print('pine', line(`M210 34V${ROOM.bar - 16}`, 6))
    const base = `M136 ${ROOM.bar - 2}Q140 ${ROOM.bar - 26} 210 ${ROOM.bar - 26}T284 ${ROOM.bar - 2}Z`
    sheet.bare(path(base))
    sheet.print('copper', path(base))
    sheet.print('pine', line(base, 4.5))
    for (const [i, { y, turn, length }] of BILLS.entries()) {
      const bill = (shapes: string) => place(shapes, 210, y, { turn })
      const paper = `M-92 -34H${length}l-9 12l9 12l-9 12l9 12l-9 12l9 12H-92Z`
      sheet.bare(bill(path(paper)))
      sheet.print('amber', bill(path(paper, i % 2 === 0 ? 0.3 : 0.75)))
      sheet.print('pine', bill(line(paper, 4)), bill(line('M-74 -12H-22M-74 6H-34M-74 24H-14', 4)))
      sheet.print('copper', bill(line(`M34 6H${length - 26}`, 6)))
      sheet.print('pine', bill(circle(0, 0, 5)))
    }
    sheet.print('pine', line('M210 34V112', 6))
  },
}
