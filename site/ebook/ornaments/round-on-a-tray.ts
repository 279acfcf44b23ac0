import { glass, type GlassKind } from '../../src/pictures/motifs/glass.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { seededRandom } from '../../src/pictures/random.ts'
import { circle, line, path } from '../../src/pictures/shapes.ts'
import { type Drink, type Ornament, ROOM } from './ornament.ts'

const TRAY = ROOM.bar - 12
const RIM = `M10 ${TRAY - 12}Q16 ${TRAY + 9} 36 ${TRAY + 9}H412Q432 ${TRAY + 9} 438 ${TRAY - 12}L424 ${TRAY}H24Z`

interface Order {
  readonly kind: GlassKind
  readonly x: number
  readonly height: number
  readonly drink: Drink
  readonly foam?: number
}

const ROUND: readonly Order[] = [
  { kind: 'half', x: 82, height: 138, drink: { amber: 1, copper: 0.5 }, foam: 6 },
  { kind: 'half', x: 180, height: 138, drink: { copper: 1, pine: 0.5 }, foam: 6 },
  { kind: 'tumbler', x: 276, height: 124, drink: { pine: 0.14 } },
  { kind: 'flute', x: 362, height: 204, drink: { amber: 0.8 }, foam: 5 },
]

export const roundOnATray: Ornament = {
  alt: 'A tray with two halves, a soda water and something tall without alcohol. The pint beside it is half full.',
  draw(sheet) {
    const random = seededRandom('round')
    for (const { kind, x, height, ...serving } of ROUND) {
      serve(sheet, glass(kind, x, TRAY - 1, height), {
        level: 0.76,
        outline: 'pine',
        stroke: 4.5,
        random,
        ...serving,
      })
    }
    sheet.print(
      'pine',
      ...[
        [266, 268],
        [284, 254],
        [270, 238],
        [290, 290],
      ].map(([x = 0, y = 0]) => circle(x, y, 3)),
    )
    sheet.print('copper', path(RIM))
    sheet.print('pine', line(RIM, 4))
  },
}
