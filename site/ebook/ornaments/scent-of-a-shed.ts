import { glass } from '../../src/pictures/motifs/glass.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { seededRandom } from '../../src/pictures/random.ts'
import { line, path, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

export const scentOfAShed: Ornament = {
  alt: 'A stemmed glass. What rises from it turns into a garden shed.',
  draw(sheet) {
    serve(sheet, glass('tulip', 196, ROOM.bar - 3, 196), {
      level: 0.52,
      drink: { amber: 1, copper: 0.5 },
      outline: 'pine',
      random: seededRandom('tulip'),
    })
    sheet.print('copper', line('M176 142Q160 126 176 110T176 92M216 142Q200 126 216 110T216 92', 6))
    sheet.print('amber', path('M136 42L196 6L256 42V84H136Z'))
    sheet.print(
      'copper',
      path('M126 46L196 2L266 46L258 56L196 18L134 56Z'),
      path('M206 52H238V84H206Z', 0.6),
    )
    sheet.print('pine', line('M136 52V84H256V52M126 46L196 2L266 46', 4.5), line('M206 84V52H238V84', 3.5))
    sheet.bare(rect(152, 52, 30, 18))
    sheet.print('pine', line('M152 52H182V70H152ZM167 52V70', 3.5))
  },
}
