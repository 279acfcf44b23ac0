import { glass, type GlassKind } from '../../src/pictures/motifs/glass.ts'
import { bust } from '../../src/pictures/motifs/people.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { seededRandom } from '../../src/pictures/random.ts'
import { rect } from '../../src/pictures/shapes.ts'
import { type Drink, type Ornament, ROOM } from './ornament.ts'

const GLASSES: readonly (readonly [GlassKind, number, Drink])[] = [
  ['half', 86, { amber: 1 }],
  ['tumbler', 230, { pine: 0.24 }],
  ['half', 374, { amber: 1 }],
]

export const tableOfThree: Ornament = {
  alt: 'Three people at a table, two with beer and one with water. All three glasses are equally full.',
  draw(sheet) {
    const middle = bust(230, ROOM.bar, 262)
    sheet.print('copper', bust(86, ROOM.bar, 224), bust(374, ROOM.bar, 224))
    sheet.bare(middle)
    sheet.print('amber', middle)
    sheet.bare(rect(-20, ROOM.bar, ROOM.width, 200))
    const random = seededRandom('three')
    for (const [kind, x, drink] of GLASSES) {
      serve(sheet, glass(kind, x, ROOM.bar - 3, 88), {
        level: 0.7,
        drink,
        outline: 'pine',
        stroke: 4,
        random,
      })
    }
  },
}
