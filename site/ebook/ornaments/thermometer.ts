import { glass } from '../../src/pictures/motifs/glass.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { seededRandom } from '../../src/pictures/random.ts'
import { circle, line, rect, ring } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

export const thermometer: Ornament = {
  alt: 'A goblet of dark beer, and a thermometer with some way to go.',
  draw(sheet) {
    sheet.print('pine', line('M104 40H144Q152 40 152 48V332H96V48Q96 40 104 40Z', 4.5))
    sheet.print('amber', rect(98, 42, 52, 290, 0.3, 6))
    sheet.bare(rect(115, 62, 18, 220, 0, 9), circle(124, 296, 22))
    sheet.print('copper', rect(119, 176, 10, 116, 1, 5), circle(124, 296, 17))
    sheet.print('pine', line('M115 282V71Q115 62 124 62T133 71V282', 3.5), ring(124, 296, 21, 3.5))
    const degrees = Array.from({ length: 9 }, (_, i) => `M138 ${84 + i * 22}h${i % 2 === 0 ? 12 : 7}`)
    sheet.print('pine', line(degrees.join(''), 3))
    serve(sheet, glass('goblet', 296, ROOM.bar - 3, 206), {
      level: 0.66,
      drink: { copper: 1, pine: 0.8 },
      foam: 10,
      outline: 'pine',
      random: seededRandom('goblet'),
    })
  },
}
