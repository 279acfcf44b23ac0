import { type Composition, scene } from '../composition.ts'
import { fermenter } from '../motifs/fermenter.ts'
import { glass } from '../motifs/glass.ts'
import { pool, serve } from '../motifs/serve.ts'
import { circle, fade, line, path, place, rect } from '../shapes.ts'

const FLOOR = 640

/** Three fermenters with auction tickets in an emptied unit. */
export const ukBreweryClosures = scene(['copper', 'pine'], (sheet) => {
  sheet.print('pine', fade(0, 0, 1200, FLOOR, { id: 'air', from: 0.75, to: 0.12 }))
  sheet.print('copper', path(`M0 ${FLOOR}L1200 ${FLOOR}L1200 800L0 800Z`, 0.35))
  roof(sheet)
  for (const [index, x] of [300, 610, 920].entries()) {
    const vessel = fermenter(x, FLOOR + 50, 220, 520)
    const shadow = `M${x - 120} ${FLOOR + 50}L${x + 110} ${FLOOR + 50}L${x + 300} 800L${x + 20} 800Z`
    sheet.print('pine', path(shadow, 0.6))
    sheet.paste('copper', path(vessel.body, 0.6))
    sheet.print('copper', vessel.shade)
    sheet.bare(rect(x - 82, 255, 16, 190, 0, 8))
    sheet.print('pine', ...vessel.lines)
    ticket(sheet, vessel.valve.x + 28, vessel.valve.y + 4, index)
  }
  const half = glass('half', 760, 768, 120)
  sheet.print('pine', pool(760, 766, 40, 0.9))
  serve(sheet, half, { level: 0.34, drink: { copper: 1 }, outline: 'pine', stroke: 4 })
  sheet.bare(rect(733, half.level(0.34) - 6, 54, 8))
})

type Sheet = Composition<'copper' | 'pine'>

function roof(sheet: Sheet): void {
  const trusses = [0, 400, 800].map(
    (x) => `M${x} 150L${x + 200} 40L${x + 400} 150M${x + 100} 150V95M${x + 300} 150V95M${x + 200} 150V40`,
  )
  sheet.bare(...[60, 460, 860].map((x) => path(`M${x + 40} 0L${x + 240} 0L${x + 220} 30L${x + 60} 30Z`)))
  sheet.print('pine', line(`M0 150H1200${trusses.join('')}`, 9))
}

function ticket(sheet: Sheet, x: number, y: number, index: number): void {
  const turn = [-7, 5, -3][index] ?? 0
  sheet.print('pine', line(`M${x - 10} ${y}Q${x + 16} ${y + 2} ${x + 24} ${y + 14}`, 3))
  sheet.bare(place(rect(0, 0, 62, 84, 0, 5), x, y + 10, { turn }))
  const edge = 'M0 5Q0 0 5 0H57Q62 0 62 5V79Q62 84 57 84H5Q0 84 0 79Z'
  const words = 'M14 32H48M14 46H40M14 60H48'
  sheet.print('pine', place(line(edge, 4) + circle(31, 12, 4) + line(words, 5), x, y + 10, { turn }))
}
