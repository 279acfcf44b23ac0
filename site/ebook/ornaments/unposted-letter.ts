import { line, path, place, polygon, rect } from '../../src/pictures/shapes.ts'
import type { Ornament } from './ornament.ts'

export const unpostedLetter: Ornament = {
  alt: 'An addressed envelope without a stamp, and the pencil that it was written with.',
  draw(sheet) {
    const letter = (shapes: string) => place(shapes, 206, 217, { turn: -5 })
    sheet.print('pine', letter(rect(-164, -96, 340, 206, 0.35, 4)))
    sheet.bare(letter(rect(-172, -104, 340, 206, 0, 4)))
    sheet.print('amber', letter(rect(-172, -104, 340, 206, 0.3, 4)))
    sheet.print('pine', letter(line('M-172 -104H168V102H-172Z', 4.5)))
    sheet.print('pine', letter(line('M-110 0H30M-110 28H64M-110 56H0', 5)))
    // Where the stamp would go.
    const holes = Array.from(
      { length: 4 },
      (_, i) => `M${94 + i * 14} -82h7M${94 + i * 14} -18h7M88 ${-76 + i * 15}v7M148 ${-76 + i * 15}v7`,
    )
    sheet.print('copper', letter(line(holes.join(''), 4)))
    const pencil = (shapes: string) => place(shapes, 250, 326)
    sheet.bare(pencil(rect(0, -9, 200, 20)))
    sheet.print('copper', pencil(rect(36, -9, 150, 18)))
    sheet.print(
      'amber',
      pencil(
        polygon([
          [0, 0],
          [36, -9],
          [36, 9],
        ]),
      ),
    )
    sheet.print('pine', pencil(line('M0 0L36 -9H186V9H36ZM36 -3H186', 3.5)), pencil(path('M0 0L14 -4V4Z')))
    sheet.print('pine', pencil(rect(186, -9, 18, 18)))
  },
}
