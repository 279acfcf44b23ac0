import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { serve } from '../motifs/serve.ts'
import { streetLamp } from '../motifs/street-lamp.ts'
import { circle, fade, line, path, rect } from '../shapes.ts'

/** Depth of sleep, half hour by half hour: 0 awake, 4 deepest. The window at that depth is lit. */
const NIGHT = [0, 1, 2, 3, 4, 4, 3, 2, 1, 2, 3, 4, 3, 1, 2, 2, 0, 1, 1, 0, 2, 1, 0, 0]
const ROOF = 190
const COLUMN = 50
const ROW = 74

/** A terrace whose lit windows draw the chart of a night. */
export const sleepDisrupted = scene(['amber', 'night', 'stout'], (sheet) => {
  sheet.print('night', fade(0, 0, 1200, ROOF + 60, { id: 'sky', from: 0.55, to: 0.95 }))
  sheet.paste('amber', circle(930, 92, 46, 0.5))
  terrace(sheet)
  windows(sheet)
  street(sheet)
})

type Sheet = Composition<'amber' | 'night' | 'stout'>

function terrace(sheet: Sheet): void {
  const houses = [0, 200, 400, 600, 800, 1000]
  const roofs = houses.map((x) => path(`M${x} ${ROOF + 30}L${x + 100} ${ROOF - 36}L${x + 200} ${ROOF + 30}Z`))
  const stacks = houses.map(
    (x) =>
      rect(x + 146, ROOF - 62, 34, 66) + rect(x + 150, ROOF - 78, 9, 20) + rect(x + 166, ROOF - 78, 9, 20),
  )
  sheet.print('night', rect(0, ROOF + 20, 1200, 430), ...roofs, ...stacks)
  const walls = houses.map((x) => `M${x} ${ROOF + 30}V620`)
  sheet.print('stout', ...stacks, ...roofs, line(walls, 4))
}

function windows(sheet: Sheet): void {
  for (const [column, depth] of NIGHT.entries()) {
    for (let row = 0; row < 5; row++) {
      const x = 11 + column * COLUMN
      const y = ROOF + 52 + row * ROW
      const lit = row === depth
      if (lit) sheet.paste('amber', rect(x, y, 28, 44))
      sheet.print('stout', line(`M${x} ${y}h28v44h-28ZM${x} ${y + 22}h28`, lit ? 4 : 3, 1))
    }
  }
  // From one lit window to the next, as the pen of the instrument would go.
  const steps = NIGHT.map(
    (depth, column) => `${column === 0 ? 'M' : 'L'}${25 + column * COLUMN} ${ROOF + 74 + depth * ROW}`,
  )
  sheet.bare(line(steps, 3))
}

function street(sheet: Sheet): void {
  sheet.paste('night', rect(0, 620, 1200, 180, 0.8))
  const lamp = streetLamp(1010, 716, { height: 420, arm: -1, tone: 0.55 })
  sheet.paste('night', lamp.cone)
  sheet.print('amber', lamp.cone)
  sheet.print('stout', ...lamp.iron)
  sheet.bare(lamp.light)
  // The sill in front, with what was drunk.
  sheet.paste('stout', rect(0, 716, 1200, 84, 1))
  sheet.bare(rect(0, 716, 1200, 7))
  const half = glass('half', 330, 744, 216)
  serve(sheet, half, { level: 0, drink: {}, outline: 'stout', stroke: 7 })
  sheet.print('night', path(half.fill(0, 1), 0.35))
  sheet.print('amber', path(half.fill(0, 0.05)))
  sheet.bare(rect(288, 560, 9, 120, 0, 4))
}
