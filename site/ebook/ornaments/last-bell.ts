import { circle, line, path, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM } from './ornament.ts'

const BELL = 'M232 84Q186 88 178 176Q174 214 146 234H318Q290 214 286 176Q278 88 232 84Z'

export const lastBell: Ornament = {
  alt: 'A brass bell on a bracket, its rope hanging still.',
  draw(sheet) {
    sheet.print('pine', line(`M92 ${ROOM.bar - 4}V52H232V84`, 11), line('M92 120Q96 60 156 54', 6))
    sheet.print(
      'pine',
      path(`M50 ${ROOM.bar - 2}Q54 ${ROOM.bar - 22} 92 ${ROOM.bar - 22}T134 ${ROOM.bar - 2}Z`),
    )
    sheet.print('copper', circle(232, 254, 15))
    sheet.print('pine', line('M232 266Q240 290 230 310', 4), circle(230, 312, 9))
    sheet.bare(path(BELL), rect(138, 230, 188, 18, 0, 9))
    sheet.print('amber', path(BELL), rect(138, 230, 188, 18, 1, 9))
    sheet.print('copper', path('M250 90Q282 110 286 176Q290 214 318 234H262Q270 180 250 90Z', 0.55))
    sheet.print(
      'pine',
      line(BELL, 5),
      line('M147 230H317Q326 230 326 239T317 248H147Q138 248 138 239T147 230Z', 4.5),
    )
    sheet.bare(line('M206 122Q194 150 192 196', 8))
  },
}
