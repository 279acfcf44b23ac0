import { contour, land } from '../../src/pictures/motifs/contours.ts'
import { circle, line, path, place, rect } from '../../src/pictures/shapes.ts'
import type { Ornament } from './ornament.ts'

const WIDTH = 360
const DEPTH = 236
const HEIGHT = land([
  { x: 110, y: 90, height: 9, reach: 90 },
  { x: 280, y: 160, height: 7, reach: 80 },
])
/** A pin's head comes down to its point. */
const PIN = 'M0 0Q-24 -34 -24 -52Q-24 -76 0 -76T24 -52Q24 -34 0 0Z'

export const localMap: Ornament = {
  alt: 'A folded map of two hills with one pin in it.',
  draw(sheet) {
    const map = (shapes: string) => place(shapes, 32, 96)
    sheet.print('amber', map(rect(0, 0, WIDTH, DEPTH, 0.3)))
    sheet.print('amber', map(path(`M90 0H180V${DEPTH}H90ZM270 0H360V${DEPTH}H270Z`, 0.55)))
    const lines = [1.6, 3, 4.4, 5.8, 7.2].map((level) => contour(HEIGHT, level, WIDTH - 44, DEPTH - 44))
    sheet.print('copper', place(line(lines.join(''), 2.6), 54, 118))
    sheet.print('pine', map(line('M196 20Q176 90 206 130T190 216', 5)))
    sheet.print('pine', map(line(`M0 0H${WIDTH}V${DEPTH}H0Z`, 4.5)))
    sheet.print('pine', map(line(`M90 0V${DEPTH}M180 0V${DEPTH}M270 0V${DEPTH}`, 2, 0.6)))
    const pin = (shapes: string) => place(shapes, 152, 188)
    sheet.bare(pin(path(PIN)))
    sheet.print('copper', pin(path(PIN)))
    sheet.print('pine', pin(line(PIN, 4)))
    sheet.bare(pin(circle(0, -52, 9)))
  },
}
