import { glass } from '../motifs/glass.ts'
import type { Scene } from '../picture.ts'
import { seededRandom } from '../random.ts'
import { fade, line, path, polygon, rect, round } from '../shapes.ts'

const TABLE = 560
const WINDOW = { left: 560, right: 860, top: 60, sill: 470 }

/** Noon through an arched window, three tasters, a score sheet. */
export function professionalDayDrinking(): Scene {
  const random = seededRandom('professional-day-drinking')
  const glasses = [
    { x: 400, fill: 0.62, height: 190 },
    { x: 575, fill: 0.7, height: 190 },
    { x: 750, fill: 0.55, height: 190 },
  ].map(({ x, fill, height }) => ({ x, level: fill, shape: glass('taster', x, TABLE + 60, height) }))

  const { left, right, top, sill } = WINDOW
  const middle = (left + right) / 2
  const radius = (right - left) / 2
  const arch = `M${left} ${sill}V${top + radius}A${radius} ${radius} 0 0 1 ${right} ${top + radius}V${sill}Z`
  const panes = [
    line(`M${middle} ${top}V${sill}`, 9),
    line(`M${left} ${top + radius}H${right}M${left} ${(top + radius + sill) / 2}H${right}`, 9),
    line(
      `M${left - 4} ${sill}V${top + radius}A${radius + 4} ${radius + 4} 0 0 1 ${right + 4} ${top + radius}V${sill}Z`,
      14,
    ),
    rect(left - 34, sill, right - left + 68, 20),
  ]
  // The sun stands behind the window, so light falls towards the reader, to the left.
  const beam = polygon([
    [left, sill],
    [right, sill],
    [560, 800],
    [40, 800],
  ])
  const shadow = (x: number, width: number) =>
    polygon([
      [x - width, TABLE + 58],
      [x + width, TABLE + 58],
      [x - 175 + width * 0.4, 800],
      [x - 300 - width * 0.4, 800],
    ])
  const sheet = [
    [150, 690],
    [470, 668],
    [430, 800],
    [70, 800],
  ] as const

  return [
    {
      ink: 'straw',
      shapes: [
        fade(0, 0, 1200, TABLE, { id: 'wall', from: 0.35, to: 0.75 }),
        rect(0, TABLE, 1200, 240, 1),
        path(arch, 0),
        beam.replace('fill="rgb(0,0,0)"', 'fill="rgb(150,150,150)"'),
        polygon(sheet, 0),
        ...glasses.map(({ shape, level }) => path(shape.fill(0, level), 1)),
        ...glasses.map(({ shape, level }) => path(shape.foam(level, 12, random), 0)),
      ],
    },
    {
      ink: 'copper',
      shapes: [
        rect(0, TABLE, 1200, 240, 0.55),
        beam.replace('fill="rgb(0,0,0)"', 'fill="rgb(255,255,255)"'),
        rect(0, TABLE, 1200, 12, 1),
        polygon(sheet, 0),
        ...glasses.map(({ shape }) => path(shape.outline, 0)),
        ...glasses.map(({ shape, level }, i) => path(shape.fill(0, level), [0.12, 0.6, 1][i])),
      ],
    },
    {
      ink: 'night',
      shapes: [
        fade(0, 0, 1200, TABLE, { id: 'dusk', from: 0.5, to: 0.08 }),
        path(arch, 0),
        ...panes,
        ...glasses.map(({ x }) => shadow(x, 52)),
        line(sheetLines(), 3, 0.8),
        line(`M520 742L700 700`, 15, 1),
        polygon([
          [500, 747],
          [524, 733],
          [528, 748],
        ]),
        ...glasses.map(({ shape, level }) => path(shape.fill(level, 1), 0)),
        ...glasses.map(({ shape, level }) => path(shape.fill(0, level), 0)),
        ...glasses.map(({ shape }) => line(shape.outline, 5)),
      ],
    },
  ]
}

function sheetLines(): string {
  return Array.from({ length: 5 }, (_, i) => {
    const y = 704 + i * 20
    return `M${round(160 - i * 14)} ${y}L${round(440 - i * 9)} ${y - 18}`
  }).join('')
}
