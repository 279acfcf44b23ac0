import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { streetLamp } from '../motifs/street-lamp.ts'
import { circle, fade, line, path, polygon, rect, ring, times } from '../shapes.ts'

const FLOOR = 330
const CLOCK = { x: 600, y: 168, radius: 108 }

/** Three o'clock, and the shadow that the clock throws over the desks. */
export const threePmSlump = scene(['mist', 'amber', 'night'], (sheet) => {
  sheet.print('mist', rect(0, 0, 1200, FLOOR, 0.55), rect(0, FLOOR, 1200, 470))
  sheet.print('night', line(`M0 ${FLOOR}H1200`, 6))
  for (const x of [80, 260, 880, 1060]) sheet.bare(rect(x - 40, 60, 96, 170))
  const windows = [80, 260, 880, 1060].map((x) => `M${x - 40} 60h96v170h-96ZM${x + 8} 60v170`)
  sheet.print('night', line(windows, 5))
  desks(sheet)
  shadow(sheet)
  clock(sheet)
  trolley(sheet)
})

type Sheet = Composition<'mist' | 'amber' | 'night'>

function desks(sheet: Sheet): void {
  for (let row = 0; row < 4; row++) {
    const share = row / 3
    const y = FLOOR + 50 + row * 62 + row * row * 20
    const scale = 0.55 + share * 0.75
    for (let seat = -3; seat <= 3; seat++) {
      const x = 600 + seat * 235 * scale
      const half = 78 * scale
      const deep = 26 * scale
      const top = [
        [x - half + deep * 0.5, y],
        [x + half - deep * 0.5, y],
        [x + half, y + deep],
        [x - half, y + deep],
      ] as const
      sheet.bare(polygon(top))
      const legs = `M${x - half + 6} ${y + deep}v${34 * scale}M${x + half - 6} ${y + deep}v${34 * scale}`
      sheet.print('night', line(`M${top.map((point) => point.join(' ')).join('L')}Z`, 3.5))
      sheet.print('night', line(legs, 5 * scale))
      // A lamp, off.
      const lamp = `M${x + half * 0.5} ${y + 4}v${-18 * scale}l${-12 * scale} ${-8 * scale}`
      sheet.print('night', line(lamp, 4 * scale))
    }
  }
}

/** A half-pint glass, as long as the room. */
function shadow(sheet: Sheet): void {
  const shape = glass('half', 600, 0, 470)
  const mirrored = `<g transform="translate(0 322) scale(1 -1)">${path(shape.outline, 0.62)}</g>`
  sheet.print('night', mirrored)
  sheet.print('night', `<g transform="translate(0 322) scale(1 -1)">${path(shape.fill(0.1, 0.52), 0.86)}</g>`)
}

function clock(sheet: Sheet): void {
  const { x, y, radius } = CLOCK
  sheet.print('night', circle(x + 12, y + 14, radius, 0.5))
  sheet.bare(circle(x, y, radius))
  const hours = times(12, (i) => {
    const angle = (i * Math.PI) / 6
    const inner = radius - (i % 3 === 0 ? 34 : 24)
    return `M${x + inner * Math.sin(angle)} ${y - inner * Math.cos(angle)}L${x + (radius - 12) * Math.sin(angle)} ${y - (radius - 12) * Math.cos(angle)}`
  })
  sheet.print('night', ring(x, y, radius, 12), line(hours, 6))
  sheet.print('night', line(`M${x} ${y + 14}V${y - 72}M${x - 14} ${y}H${x + 52}`, 10), circle(x, y, 9))
}

function trolley(sheet: Sheet): void {
  const lamp = streetLamp(1150, 770, { height: 470, arm: -1, tone: 0.6 })
  sheet.print('amber', lamp.cone)
  sheet.print('night', ...lamp.iron)
  sheet.paste('amber', lamp.light)
  sheet.paste('amber', rect(958, 610, 190, 16), rect(958, 696, 190, 14))
  sheet.print('amber', path('M1010 610V572Q1010 552 1034 552T1058 572V610Z'), path('M1058 580q30 -4 34 -24'))
  sheet.print('amber', rect(1090, 586, 34, 24), line('M966 600V752M1140 600V752', 9))
  sheet.print('amber', line('M1058 582Q1082 582 1088 560', 8), line('M1124 590q16 0 16 9t-16 9', 5))
  sheet.print('night', circle(966, 762, 13), circle(1140, 762, 13))
  sheet.print('night', fade(0, 790, 1200, 10, { id: 'edge', from: 0.2, to: 0.4 }))
}
