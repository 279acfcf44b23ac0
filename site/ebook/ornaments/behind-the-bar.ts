import { circle, line, path, rect } from '../../src/pictures/shapes.ts'
import { drawHandPump } from './hand-pump.ts'
import { type Ornament, ROOM } from './ornament.ts'

/** Where she stands. */
const X = 222

const HAIR = `M${X - 84} 196Q${X - 92} 172 ${X - 84} 128Q${X - 82} 36 ${X} 36T${X + 84} 128Q${X + 92} 172 ${X + 84} 196Z`
const FACE = `M${X - 52} 124Q${X - 10} 118 ${X + 14} 84Q${X + 30} 116 ${X + 54} 124Q${X + 54} 190 ${X} 190T${X - 52} 124Z`
const NECK = `M${X - 34} 180H${X + 34}V214Q${X} 240 ${X - 34} 214Z`
const CHIN_SHADOW = `M${X - 34} 186Q${X} 206 ${X + 34} 186V194Q${X} 218 ${X - 34} 194Z`
const SHIRT = `M${X - 126} ${ROOM.bar}Q${X - 126} 226 ${X - 34} 212Q${X} 240 ${X + 34} 212Q${X + 126} 226 ${X + 126} ${ROOM.bar}Z`

export const behindTheBar: Ornament = {
  alt: 'A woman behind the bar, between two hand pumps.',
  draw(sheet) {
    sheet.print('pine', path(HAIR))
    sheet.bare(path(NECK), path(FACE), path(SHIRT))
    sheet.print('amber', path(NECK), path(FACE))
    sheet.print('copper', path(CHIN_SHADOW, 0.5), path(SHIRT))
    const apron = rect(X - 56, 268, 112, ROOM.bar - 270, 0.85)
    const straps = line(`M${X - 50} 268L${X - 66} 220M${X + 50} 268L${X + 66} 220`, 7)
    const smile = line(`M${X - 12} 166Q${X + 2} 174 ${X + 18} 164`, 4)
    sheet.print('pine', apron, straps, circle(X - 20, 140, 4), circle(X + 26, 140, 4), smile)
    drawHandPump(sheet, 42, 240)
    drawHandPump(sheet, 392, 240)
  },
}
