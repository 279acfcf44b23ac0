import { LETTERS } from '../../src/pictures/motifs/letters.ts'
import { circle, line, path, place } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

const BUBBLE = `M86 68H330Q366 68 366 104V216Q366 252 330 252H186L112 ${ROOM.bar - 6}L122 252H86Q50 252 50 216V104Q50 68 86 68Z`

export const noThankYou: Ornament = {
  alt: 'A speech bubble that says “No”, and a full stop.',
  draw(sheet) {
    sheet.bare(path(BUBBLE))
    sheet.print('amber', path(BUBBLE))
    sheet.print('copper', path('M50 190H366V216Q366 252 330 252H86Q50 252 50 216Z', 0.3))
    sheet.print('pine', line(BUBBLE, 6))
    const letter = (d: string, x: number) => place(line(d, 11), x, 108, { scale: 1.7 })
    sheet.print('pine', letter(LETTERS.N, 108), letter(LETTERS.O, 204), circle(302, 206, 12))
  },
}
