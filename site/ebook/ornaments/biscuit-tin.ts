import { ellipse, line, path, place, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

const FLOOR = ROOM.bar - 12

export const biscuitTin: Ornament = {
  alt: 'A biscuit tin with its lid not quite on. The corner of a telephone shines out of it.',
  draw(sheet) {
    const phone = (shapes: string) => place(shapes, 262, 176, { turn: 16 })
    sheet.print('amber', phone(rect(-44, -100, 88, 130, 0.2, 10)))
    sheet.print('pine', phone(rect(-44, -100, 88, 130, 1, 12)))
    sheet.bare(phone(rect(-34, -84, 68, 120, 0, 3)))
    sheet.print('amber', phone(rect(-34, -84, 68, 120, 0.45, 3)))
    sheet.print('copper', line('M222 66L212 42M262 56V28M344 92L366 78M352 132L380 128', 6))
    const body = `M72 184V${FLOOR - 6}Q72 ${FLOOR + 10} 206 ${FLOOR + 10}T340 ${FLOOR - 6}V184Z`
    sheet.bare(path(body))
    sheet.print('copper', path(body))
    const diamonds = Array.from({ length: 5 }, (_, i) => `M${87 + i * 49} 264l21 -30l21 30l-21 30Z`)
    sheet.bare(path(diamonds.join('')))
    sheet.print('amber', path(diamonds.join('')))
    sheet.print('pine', line(body, 5), line('M72 216Q206 232 340 216M72 306Q206 324 340 306', 3.5))
    const lid = (shapes: string) => place(shapes, 190, 178, { turn: -7 })
    sheet.bare(lid(rect(-144, -16, 288, 34, 0, 12)))
    sheet.print('amber', lid(rect(-144, -16, 288, 34, 1, 12)))
    sheet.print('copper', lid(rect(-144, 2, 288, 16, 0.45, 8)))
    sheet.print(
      'pine',
      lid(
        line('M-132 -16H132Q144 -16 144 -4V6Q144 18 132 18H-132Q-144 18 -144 6V-4Q-144 -16 -132 -16Z', 4.5),
      ),
    )
    sheet.print('pine', lid(ellipse(0, -24, 20, 9)))
  },
}
