import { glass } from '../../src/pictures/motifs/glass.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { seededRandom } from '../../src/pictures/random.ts'
import { type Ornament, ROOM } from './ornament.ts'

export const twoAlike: Ornament = {
  alt: 'Two large glasses of beer that nobody could tell apart.',
  draw(sheet) {
    for (const x of [118, 286]) {
      serve(sheet, glass('tumbler', x, ROOM.bar - 3, 226), {
        level: 0.84,
        drink: { amber: 1, copper: 0.18 },
        foam: 16,
        outline: 'pine',
        // The same foam, too.
        random: seededRandom('alike'),
      })
    }
  },
}
