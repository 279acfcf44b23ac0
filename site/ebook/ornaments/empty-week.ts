import { circle, line, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

const SHEET = { left: 56, top: 62, width: 308 } as const
const DAY = { width: 44, height: 40, top: 130 } as const

export const emptyWeek: Ornament = {
  alt: 'A calendar of five weeks. Five days are marked, the others are left alone.',
  draw(sheet) {
    const { left, top, width } = SHEET
    const depth = ROOM.bar - top - 4
    sheet.print('pine', rect(left + 9, top + 9, width, depth - 6, 0.4))
    sheet.bare(rect(left, top, width, depth))
    sheet.print('copper', rect(left, top, width, 52))
    sheet.print('pine', line(`M${left} ${top}h${width}v${depth}h-${width}Z`, 4.5), line(grid(), 2.4))
    sheet.bare(line(`M${left + 100} ${top + 26}h${width - 200}`, 8))
    sheet.print('pine', line(`M${left + 54} ${top - 14}v28M${left + width - 54} ${top - 14}v28`, 8))
    for (const [day, week] of [
      [4, 0],
      [5, 1],
      [2, 2],
      [4, 3],
      [6, 4],
    ] as const) {
      sheet.print('amber', circle(left + (day + 0.5) * DAY.width, DAY.top + (week + 0.5) * DAY.height, 15))
    }
  },
}

function grid(): string {
  const rows = Array.from(
    { length: 4 },
    (_, i) => `M${SHEET.left} ${DAY.top + (i + 1) * DAY.height}h${SHEET.width}`,
  )
  const columns = Array.from(
    { length: 6 },
    (_, i) => `M${SHEET.left + (i + 1) * DAY.width} ${DAY.top}V${ROOM.bar - 6}`,
  )
  return [...rows, ...columns].join('')
}
