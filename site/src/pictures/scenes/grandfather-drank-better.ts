import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { serve } from '../motifs/serve.ts'
import { seededRandom } from '../random.ts'
import { fade, line, path, rect, times } from '../shapes.ts'

const COLUMNS = [70, 250, 430, 610, 790, 970]
const ROW = 118
const FIRST = 128

/** A cash book whose columns become a tenement at dusk. */
export const grandfatherDrankBetter = scene(['straw', 'brick', 'night'], (sheet) => {
  sheet.print('straw', rect(0, 0, 1200, 800, 0.4))
  sheet.print('night', fade(330, 0, 870, 800, { id: 'dusk', from: 0, to: 0.95, direction: 'right' }))
  rules(sheet)
  figures(sheet)
  tenement(sheet)
})

type Sheet = Composition<'straw' | 'brick' | 'night'>

function rules(sheet: Sheet): void {
  const rows = times(24, (i) => `M0 ${86 + i * 29.5}H1200`)
  sheet.print('brick', line(rows, 2.5), line('M0 64H1200M0 72H1200', 4))
  const columns = [...COLUMNS, 1150].flatMap((x) => [`M${x - 14} 0V800`, `M${x - 6} 0V800`])
  sheet.print('brick', line(columns, 3))
}

/** Entries in a small, careful hand. */
function figures(sheet: Sheet): void {
  const random = seededRandom('entries')
  const strokes: string[] = []
  for (let row = 0; row < 22; row++) {
    for (const [column, x] of COLUMNS.slice(0, 3).entries()) {
      if (random() < 0.24 + column * 0.16) continue
      const y = 108 + row * 29.5
      const width = column === 0 ? 60 + random() * 80 : 24 + random() * 50
      const start = column === 0 ? x + 8 : x + 150 - width
      const waves = times(Math.floor(width / 9), (i) => `q2.5 ${i % 2 === 0 ? -13 : -9} 4.5 0t4.5 0`)
      strokes.push(`M${start} ${y}${waves.join('')}`)
    }
  }
  sheet.print('night', line(strokes, 3))
}

function tenement(sheet: Sheet): void {
  for (const [column, x] of COLUMNS.entries()) {
    if (column < 2) continue
    for (let row = 0; row < 6; row++) {
      // The further right, the surer it is a window.
      if (column === 2 && row % 2 === 1) continue
      const y = FIRST + row * ROW - 40
      const pint = column === 3 && row === 3
      const bottle = column === 4 && row === 3
      const lit = pint || bottle
      sheet.bare(rect(x + 14, y, 136, 92))
      if (lit) sheet.print('straw', rect(x + 14, y, 136, 92))
      else {
        sheet.print('night', rect(x + 14, y, 136, 92, 0.62 + 0.08 * (column - 2)))
        if ((row + column) % 4 === 1) sheet.print('brick', rect(x + 14, y, 136, 92, 0.4))
      }
      sheet.print('night', line(`M${x + 14} ${y}h136v92h-136Z`, 5), rect(x + 6, y + 92, 152, 9))
      if (!lit) sheet.print('night', line(`M${x + 82} ${y}v92M${x + 14} ${y + 46}h136`, 4))
      if (pint) still(sheet, x + 82, y + 90)
      if (bottle) alone(sheet, x, y)
    }
  }
}

function still(sheet: Sheet, x: number, y: number): void {
  serve(sheet, glass('pint', x, y, 78), {
    level: 0.8,
    drink: { brick: 0.8, straw: 1 },
    foam: { rise: 6, random: seededRandom('pint') },
    outline: 'night',
    stroke: 4,
  })
}

/** A small bottle and one chair. */
function alone(sheet: Sheet, x: number, y: number): void {
  const bottle = `M${x + 44} ${y + 90}V${y + 52}Q${x + 44} ${y + 42} ${x + 49} ${y + 38}V${y + 22}H${x + 59}V${y + 38}Q${x + 64} ${y + 42} ${x + 64} ${y + 52}V${y + 90}Z`
  const chair = `M${x + 96} ${y + 90}V${y + 28}M${x + 96} ${y + 62}H${x + 128}V${y + 90}M${x + 96} ${y + 32}H${x + 100}`
  sheet.print('night', path(bottle), line(chair, 6))
}
