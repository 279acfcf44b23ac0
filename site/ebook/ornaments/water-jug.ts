import { glass } from '../../src/pictures/motifs/glass.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { seededRandom } from '../../src/pictures/random.ts'
import { line, path, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

const JUG = `M178 104L148 78Q220 92 352 84Q346 120 352 170Q362 250 340 ${ROOM.bar - 14}Q337 ${ROOM.bar - 2} 324 ${ROOM.bar - 2}H206Q193 ${ROOM.bar - 2} 190 ${ROOM.bar - 14}Q166 250 176 170Q182 130 178 104Z`
const WATER = `M177 168H351Q361 250 340 ${ROOM.bar - 14}Q337 ${ROOM.bar - 4} 324 ${ROOM.bar - 4}H206Q193 ${ROOM.bar - 4} 190 ${ROOM.bar - 14}Q167 250 177 168Z`
const HANDLE = 'M352 122Q436 112 432 190T346 264'

export const waterJug: Ornament = {
  alt: 'A jug of water and a tumbler poured from it.',
  draw(sheet) {
    sheet.print('pine', line(HANDLE, 20))
    sheet.bare(line(HANDLE, 11))
    sheet.bare(path(JUG))
    sheet.print('pine', path(WATER, 0.24), line(JUG, 5), line('M177 168H351', 3.5))
    sheet.bare(rect(196, 190, 11, 104, 0, 5))
    serve(sheet, glass('tumbler', 76, ROOM.bar - 3, 132), {
      level: 0.68,
      drink: { pine: 0.24 },
      outline: 'pine',
      stroke: 4.5,
      random: seededRandom('water'),
    })
  },
}
