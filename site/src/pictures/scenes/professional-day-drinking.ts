import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { serve } from '../motifs/serve.ts'
import { seededRandom } from '../random.ts'
import { fade, line, path, rect, round, times } from '../shapes.ts'

const TABLE = 530
const STAND = 610
const WINDOW = { left: 560, right: 860, top: 50, sill: 440 }

/** Noon through an arched window, three tasters, a score sheet, a pencil. */
export const professionalDayDrinking = scene(['straw', 'copper', 'night'], (sheet) => {
  const random = seededRandom('professional-day-drinking')
  wall(sheet)
  table(sheet)
  const tasters = [
    { x: 420, level: 0.6, copper: 0 },
    { x: 600, level: 0.7, copper: 0.55 },
    { x: 780, level: 0.55, copper: 1 },
  ]
  sheet.print('night', ...tasters.map(({ x }) => shadow(x)))
  for (const { x, level, copper } of tasters) {
    const taster = glass('taster', x, STAND, 200)
    serve(sheet, taster, {
      level,
      drink: { straw: 1, copper },
      foam: { rise: 0, random },
      outline: 'night',
      stroke: 6,
    })
  }
})

type Sheet = Composition<'straw' | 'copper' | 'night'>

function wall(sheet: Sheet): void {
  const { left, right, top, sill } = WINDOW
  const radius = (right - left) / 2
  const arch = (grow: number) =>
    `M${left - grow} ${sill}V${top + radius}A${radius + grow} ${radius + grow} 0 0 1 ${right + grow} ${top + radius}V${sill}Z`
  sheet.print('straw', rect(0, 0, 1200, TABLE, 0.75))
  sheet.print('night', fade(0, 0, 1200, TABLE, { id: 'shade', from: 0.42, to: 0.04 }))
  sheet.bare(path(arch(0)))
  const bars = `M${left + radius} ${top}V${sill}M${left} ${top + radius}H${right}M${left} ${(top + radius + sill) / 2}H${right}`
  sheet.print('night', line(arch(4), 15), line(bars, 9), rect(left - 36, sill, right - left + 72, 20))
}

function table(sheet: Sheet): void {
  sheet.print('straw', rect(0, TABLE, 1200, 270))
  sheet.print('copper', rect(0, TABLE, 1200, 270), rect(0, TABLE + 14, 1200, 4, 0))
  // The window's light lies on the boards.
  const light = `M${WINDOW.left - 60} ${TABLE + 18}L${WINDOW.right + 30} ${TABLE + 18}L690 800L110 800Z`
  sheet.print('copper', path(light, 0.3))
  const page = 'M300 668L640 652L600 790L200 800Z'
  sheet.bare(path(page))
  const rows = times(4, (i) => {
    const y = 690 + i * 28
    return `M${round(286 - i * 22)} ${y}L${round(626 - i * 9)} ${y - 14}`
  })
  sheet.print('copper', line(rows, 4), line('M474 662L436 794M552 658L520 792', 4))
  // The pencil lies across everything.
  sheet.bare(line('M640 756L890 700', 22))
  sheet.print('straw', line('M652 753L880 702', 18))
  sheet.print('night', line('M644 750L886 696M648 764L890 709', 3), path('M618 761L644 744L650 766Z'))
}

function shadow(x: number): string {
  return path(`M${x - 50} ${STAND - 2}L${x + 50} ${STAND - 2}L${x - 150} 800L${x - 330} 800Z`)
}
