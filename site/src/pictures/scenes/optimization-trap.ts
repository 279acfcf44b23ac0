import { type Composition, scene } from '../composition.ts'
import { contour, land } from '../motifs/contours.ts'
import { between, seededRandom } from '../random.ts'
import { circle, line, path, rect, ring, round, times } from '../shapes.ts'

const MUG = { x: 790, y: 300 }
const HILL = { x: 330, y: 520 }

/** A map on which the path goes up the wrong hill. */
export const optimizationTrap = scene(['straw', 'copper', 'pine'], (sheet) => {
  const heights = land([
    { ...MUG, height: 1, reach: 330 },
    { ...HILL, height: 0.62, reach: 210 },
    { x: 1060, y: 690, height: 0.34, reach: 190 },
    { x: 120, y: 130, height: 0.3, reach: 200 },
  ])
  sheet.print('straw', rect(0, 0, 1200, 800, 0.55))
  for (let i = 0; i < 15; i++) {
    const outline = contour(heights, 0.08 + i * 0.055, 1200, 800)
    sheet.print(i % 2 === 0 ? 'pine' : 'copper', line(outline, i % 5 === 0 ? 5.5 : 3.5))
  }
  sheet.print('pine', line('M400 0V800M800 0V800M0 267H1200M0 533H1200', 1.5))
  mug(sheet)
  trail(sheet)
})

type Sheet = Composition<'straw' | 'copper' | 'pine'>

/** From above: a rim, a handle, and foam like a cloud over the summit. */
function mug(sheet: Sheet): void {
  const random = seededRandom('foam')
  const { x, y } = MUG
  const handle = `M${x + 108} ${y - 42}Q${x + 206} ${y - 44} ${x + 206} ${y}T${x + 108} ${y + 42}`
  sheet.bare(line(handle, 40))
  sheet.print('copper', line(handle, 26))
  sheet.print('pine', line(handle, 6))
  sheet.bare(circle(x, y, 132))
  sheet.print('copper', circle(x, y, 128))
  sheet.print('pine', ring(x, y, 130, 8))
  const puffs = times(13, (i) => {
    const angle = (i * 2 * Math.PI) / 13
    const out = i % 2 === 0 ? 74 : 62
    return [x + out * Math.cos(angle), y + out * Math.sin(angle), between(random, 28, 40)] as const
  })
  sheet.print('pine', ...puffs.map(([px, py, r]) => circle(px, py, r + 5)))
  sheet.bare(...puffs.map(([px, py, r]) => circle(px, py, r)), circle(x, y, 74))
  const bubbles = times(16, () =>
    ring(x + between(random, -70, 70), y + between(random, -70, 70), between(random, 4, 10), 3),
  )
  sheet.print('pine', ...bubbles)
}

function trail(sheet: Sheet): void {
  const turns = 2.6
  const steps = times(64, (i) => {
    const share = i / 63
    const angle = 2.4 - share * turns * 2 * Math.PI
    const out = 250 * (1 - share) ** 0.8
    return [HILL.x + out * Math.cos(angle), HILL.y + out * 0.86 * Math.sin(angle)] as const
  })
  const dots = steps.map(([x, y]) => circle(x, y, 6.5))
  sheet.bare(...steps.map(([x, y]) => circle(x, y, 10)))
  sheet.print('copper', ...dots)
  sheet.print('pine', ...dots)
  const { x, y } = HILL
  sheet.print('pine', line(`M${x} ${y}V${y - 84}`, 7), circle(x, y, 9))
  sheet.print('copper', path(`M${x} ${y - 84}L${round(x + 58)} ${y - 66}L${x} ${y - 46}Z`))
}
