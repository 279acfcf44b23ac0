import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { between, seededRandom } from '../random.ts'
import { circle, ellipse, line, path, polygon, rect } from '../shapes.ts'

const END = { x: 600, y: 440 }

/** Between 0, near, and 1, the end of the alley. */
function towards(x: number, y: number, share: number): readonly [number, number] {
  return [x + (END.x - x) * share, y + (END.y - y) * share]
}

/** An alley of lanterns with a very small beer at its end. */
export const tokyoDrinking = scene(['straw', 'brick', 'night'], (sheet) => {
  sheet.print('night', rect(0, 0, 1200, 800))
  ground(sheet)
  facades(sheet)
  lanterns(sheet)
  end(sheet)
})

type Sheet = Composition<'straw' | 'brick' | 'night'>

function ground(sheet: Sheet): void {
  const floor = [
    towards(150, 800, 0),
    towards(1050, 800, 0),
    towards(1050, 800, 0.86),
    towards(150, 800, 0.86),
  ]
  sheet.paste('straw', polygon(floor, 0.5))
  sheet.print('night', polygon(floor, 0.55))
  const courses = [0.2, 0.38, 0.53, 0.65, 0.75].map((share) => {
    const [left, y] = towards(150, 800, share)
    return `M${left} ${y}H${1200 - left}`
  })
  sheet.print('night', line(courses, 4))
}

/** Houses of stacked boxes, smaller and smaller on both sides. */
function facades(sheet: Sheet): void {
  const random = seededRandom('alley')
  const depths = [-0.36, 0, 0.24, 0.43, 0.58, 0.7, 0.79]
  for (const side of [-1, 1]) {
    for (const [i, near] of depths.entries()) {
      const far = (depths[i + 1] ?? 0.86) - 0.012
      for (let storey = 0; storey < 4; storey++) {
        const low = 800 - storey * 205
        const high = low - 185
        const wall = side * 450
        const box = [
          towards(600 + wall, low, near),
          towards(600 + wall, low, far),
          towards(600 + wall, high, far),
          towards(600 + wall, high, near),
        ]
        const kind = random()
        if (kind < 0.42) {
          sheet.paste('straw', polygon(box))
          sheet.print('brick', polygon(box, kind < 0.2 ? 0.65 : 0))
        } else if (kind < 0.62) {
          sheet.paste('night', polygon(box, 0.6))
        }
        const [[ax, ay], , [bx, by]] = box as [readonly [number, number], unknown, readonly [number, number]]
        sheet.print('night', line(`M${(ax + bx) / 2} ${ay - between(random, 2, 6)}V${by}`, 6 * (1 - near)))
        sheet.bare(line(`M${box.map(([x, y]) => `${x} ${y}`).join('L')}Z`, 2.5))
      }
    }
  }
}

function lanterns(sheet: Sheet): void {
  for (const [x, y] of [
    [255, 150],
    [935, 205],
    [370, 268],
    [800, 312],
    [452, 345],
    [718, 372],
  ] as const) {
    const size = (Math.abs(x - END.x) / 345) * 62
    sheet.print('night', line(`M${x} 0V${y}`, 3))
    sheet.paste('brick', ellipse(x, y, size, size * 1.12))
    sheet.print('straw', ellipse(x, y, size, size * 1.12))
    sheet.paste('straw', ellipse(x, y, size * 0.5, size * 0.62, 0.5))
    const ribs = [-0.66, -0.33, 0, 0.33, 0.66].map((at) => {
      const half = size * Math.sqrt(1 - at * at)
      return `M${x - half} ${y + at * size * 1.12}Q${x} ${y + at * size * 1.12 + size * 0.12} ${x + half} ${y + at * size * 1.12}`
    })
    sheet.print('night', line(ribs, Math.max(2, size * 0.05)))
    sheet.print('night', rect(x - size * 0.4, y - size * 1.2, size * 0.8, size * 0.18))
    sheet.print('night', rect(x - size * 0.4, y + size * 1.03, size * 0.8, size * 0.18))
  }
}

function end(sheet: Sheet): void {
  sheet.bare(rect(538, 392, 124, 100))
  sheet.print('straw', circle(600, 440, 44, 0.5))
  const beer = glass('tumbler', END.x, 490, 74)
  sheet.bare(path(beer.outline))
  sheet.print('straw', path(beer.fill(0, 0.66)))
  sheet.print('brick', path(beer.fill(0, 0.66), 0.3))
  sheet.print('night', line(beer.outline, 4), line(`M580 ${beer.level(0.66)}H620`, 3))
  sheet.print('night', line('M538 492H662', 5))
}
