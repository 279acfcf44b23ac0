import { glass } from '../../src/pictures/motifs/glass.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { seededRandom } from '../../src/pictures/random.ts'
import { line, path } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

const SHELF = ROOM.bar - 20
const PADDLE = `M14 ${SHELF}H362Q376 ${SHELF} 384 ${SHELF + 4}L446 ${SHELF + 3}Q456 ${SHELF + 9} 446 ${SHELF + 16}L384 ${SHELF + 15}Q376 ${SHELF + 18} 362 ${SHELF + 18}H14Z`

export const threeThirds: Ornament = {
  alt: 'Three glasses of a third of a pint on a wooden paddle, one pale, one amber, one dark.',
  draw(sheet) {
    sheet.print('amber', path(PADDLE))
    sheet.print('copper', path(PADDLE, 0.4))
    sheet.print('pine', line(PADDLE, 4))
    const random = seededRandom('thirds')
    const drinks = [{ amber: 0.75 }, { amber: 1, copper: 0.65 }, { copper: 1, pine: 0.75 }] as const
    for (const [i, drink] of drinks.entries()) {
      serve(sheet, glass('taster', 76 + i * 120, SHELF - 2, 142), {
        level: 0.76,
        drink,
        foam: 7,
        outline: 'pine',
        stroke: 4.5,
        random,
      })
    }
  },
}
