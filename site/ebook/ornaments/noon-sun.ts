import { circle, line, rect, round } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

const MIDDLE = 214
const RADIUS = 128

export const noonSun: Ornament = {
  alt: 'A large sun going down behind the bar.',
  draw(sheet) {
    sheet.print('copper', circle(MIDDLE, ROOM.bar, RADIUS + 66, 0.18))
    sheet.print('amber', circle(MIDDLE, ROOM.bar, RADIUS))
    sheet.print('copper', circle(MIDDLE, ROOM.bar, RADIUS, 0.32))
    sheet.print('copper', line(rays(), 7))
    // It is half way down.
    sheet.bare(rect(-20, ROOM.bar, ROOM.width, 200))
  },
}

function rays(): string {
  return Array.from({ length: 13 }, (_, i) => {
    const angle = (Math.PI * (i + 0.5)) / 13
    const reach = i % 2 === 0 ? 50 : 30
    const at = (radius: number) =>
      `${round(MIDDLE - radius * Math.cos(angle))} ${round(ROOM.bar - radius * Math.sin(angle))}`
    return `M${at(RADIUS + 22)}L${at(RADIUS + 22 + reach)}`
  }).join('')
}
