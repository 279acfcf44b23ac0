import { glass, type GlassKind } from '../../src/pictures/motifs/glass.ts'
import { LETTERS } from '../../src/pictures/motifs/letters.ts'
import { bust } from '../../src/pictures/motifs/people.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { streetLamp } from '../../src/pictures/motifs/street-lamp.ts'
import { between, seededRandom } from '../../src/pictures/random.ts'
import { circle, line, path, place, rect, ring, round, times } from '../../src/pictures/shapes.ts'
import { type Drink, type Ornament, ROOM, type Sheet } from './ornament.ts'

const SHELTER = { left: 150, right: 372, roof: 196 } as const

export const busStop: Ornament = {
  alt: 'A bus stop in the rain. On the bar beside it stands a full pint.',
  draw(sheet) {
    const { left, right, roof } = SHELTER
    sheet.print('pine', line(rain(), 2.2, 0.55))
    sheet.print('copper', rect(left + 8, roof, right - left - 16, 112, 0.28))
    sheet.print('amber', path(`M${left - 22} ${roof}L${left + 4} 176H${right + 6}L${right + 22} ${roof}Z`))
    sheet.print(
      'pine',
      line(`M${left - 22} ${roof}L${left + 4} 176H${right + 6}L${right + 22} ${roof}Z`, 4),
      line(`M${left + 6} ${roof}V${ROOM.bar}M${right - 6} ${roof}V${ROOM.bar}`, 6),
      line(`M${left + 80} ${roof}V308M${left + 150} ${roof}V308M${left + 8} 308H${right - 8}`, 3),
      line(`M${left + 34} 288H${right - 34}`, 9),
      line(`M${left + 54} 288V${ROOM.bar}M${right - 54} 288V${ROOM.bar}`, 5),
      line(`M64 ${ROOM.bar}V168`, 7),
    )
    sheet.paste('copper', rect(64, 168, 52, 46))
    sheet.print('pine', line('M64 168H116V214H64Z', 4))
    sheet.bare(line('M76 184H104M76 198H94', 5))
  },
}

/** Falls everywhere but in the shelter. */
function rain(): string[] {
  const random = seededRandom('rain')
  return times(60, () => [between(random, 0, 460), between(random, 168, 306)] as const)
    .filter(([x]) => x < SHELTER.left - 26 || x > SHELTER.right + 26)
    .map(([x, y]) => `M${round(x)} ${round(y)}l-7 22`)
}

const CLIP = 'M-104 -60Q0 -84 104 -60V34Q104 66 0 84Q-104 66 -104 34Z'

export const pumpClip: Ornament = {
  alt: 'A hand pump. Its clip says nothing but 4%.',
  draw(sheet) {
    drawHandPump(sheet, 180, 322)
    const clip = (shapes: string) => place(shapes, 180, 176, { scale: 0.8 })
    sheet.paste('amber', clip(path(CLIP)))
    sheet.print('pine', clip(line(CLIP, 5)))
    // The 4 and the %.
    sheet.print('pine', clip(line('M-30 -42L-68 16H-16M-30 -14V40', 10)))
    sheet.print('pine', clip(ring(24, -20, 13, 8)), clip(ring(62, 26, 13, 8)), clip(line('M68 -36L18 42', 8)))
    sheet.bare(clip(circle(0, 62, 5)))
  },
}

const HOOP = 'M108 216L100 108Q98 26 196 26T292 108L284 216'
const SEAT = 'M78 216H314Q326 216 322 230Q318 244 300 244H92Q74 244 70 230Q66 216 78 216Z'

export const emptyChair: Ornament = {
  alt: 'A Windsor chair with nobody in it and a coat over its back.',
  draw(sheet) {
    const spindles = [130, 163, 196, 229, 262].map((x) => `M${x} 216L${196 + (x - 196) * 1.06} 52`)
    sheet.print('pine', line(spindles, 5), line(HOOP, 10))
    sheet.print('pine', line(`M112 244L88 ${ROOM.bar - 4}M280 244L304 ${ROOM.bar - 4}`, 11))
    sheet.print('pine', line(`M140 244L130 ${ROOM.bar - 4}M252 244L262 ${ROOM.bar - 4}`, 7))
    sheet.print('pine', line('M100 296H292', 6))
    sheet.paste('copper', path(SEAT))
    sheet.print('pine', line(SEAT, 5))
    coat(sheet)
  },
}

function coat(sheet: Sheet): void {
  const cloth =
    'M232 36Q276 30 302 66Q318 120 322 196Q300 206 284 198Q262 208 240 196Q246 120 226 62Q224 44 232 36Z'
  sheet.paste('amber', path(cloth))
  sheet.print('copper', path('M284 198Q292 120 274 70L302 66Q318 120 322 196Q300 206 284 198Z', 0.4))
  sheet.print('pine', line(cloth, 4.5), line('M284 198Q290 130 272 74', 3))
  sheet.bare(rect(248, 138, 24, 6, 0, 3))
}

const BELL = 'M232 84Q186 88 178 176Q174 214 146 234H318Q290 214 286 176Q278 88 232 84Z'

export const lastBell: Ornament = {
  alt: 'A brass bell on a bracket, its rope hanging still.',
  draw(sheet) {
    sheet.print('pine', line(`M92 ${ROOM.bar - 4}V52H232V84`, 11), line('M92 120Q96 60 156 54', 6))
    const foot = `M50 ${ROOM.bar - 2}Q54 ${ROOM.bar - 22} 92 ${ROOM.bar - 22}T134 ${ROOM.bar - 2}Z`
    sheet.print('pine', path(foot))
    sheet.print('copper', circle(232, 254, 15))
    sheet.print('pine', line('M232 266Q240 290 230 310', 4), circle(230, 312, 9))
    sheet.paste('amber', path(BELL), rect(138, 230, 188, 18, 1, 9))
    sheet.print('copper', path('M250 90Q282 110 286 176Q290 214 318 234H262Q270 180 250 90Z', 0.55))
    sheet.print('pine', line(BELL, 5))
    sheet.print('pine', line('M147 230H317Q326 230 326 239T317 248H147Q138 248 138 239T147 230Z', 4.5))
    sheet.bare(line('M206 122Q194 150 192 196', 8))
  },
}

const BUBBLE = `M86 68H330Q366 68 366 104V216Q366 252 330 252H186L112 ${ROOM.bar - 6}L122 252H86Q50 252 50 216V104Q50 68 86 68Z`

export const noThankYou: Ornament = {
  alt: 'A speech bubble that says “No”, and a full stop.',
  draw(sheet) {
    sheet.paste('amber', path(BUBBLE))
    sheet.print('copper', path('M50 190H366V216Q366 252 330 252H86Q50 252 50 216Z', 0.3))
    sheet.print('pine', line(BUBBLE, 6))
    const letter = (d: string, x: number) => place(line(d, 11), x, 108, { scale: 1.7 })
    sheet.print('pine', letter(LETTERS.N, 108), letter(LETTERS.O, 204), circle(302, 206, 12))
  },
}

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
    sheet.paste('amber', middle)
    sheet.bare(rect(-20, ROOM.bar, ROOM.width, 200))
    for (const [kind, x, drink] of GLASSES) {
      serve(sheet, glass(kind, x, ROOM.bar - 3, 88), { level: 0.7, drink, outline: 'pine', stroke: 4 })
    }
  },
}

export const wayHome: Ornament = {
  alt: 'A street lamp, and a house with a light left on.',
  draw(sheet) {
    const lamp = streetLamp(84, ROOM.bar, { height: 286, tone: 0.4 })
    sheet.print('amber', lamp.cone)
    sheet.print('pine', ...lamp.iron)
    sheet.paste('amber', lamp.light)
    sheet.paste('copper', rect(278, 196, 164, ROOM.bar - 198, 0.55))
    sheet.print('pine', path('M258 200L360 112L462 200Z'), rect(398, 120, 26, 60))
    sheet.bare(rect(296, 246, 52, ROOM.bar - 248))
    sheet.paste('amber', rect(374, 236, 48, 46))
    sheet.print('pine', rect(296, 246, 52, ROOM.bar - 248))
    sheet.print('pine', line('M374 236H422V282H374ZM398 236V282M374 259H422', 4))
    sheet.bare(path('M306 256H338V274H306Z'), rect(336, 296, 6, 6, 0, 3))
    sheet.print('amber', path('M306 256H338V274H306Z'))
    sheet.print('pine', line(`M278 200V${ROOM.bar - 2}M442 200V${ROOM.bar - 2}`, 4.5))
  },
}

/** Where she stands. */
const BUST_X = 222

const HAIR = `M${BUST_X - 84} 196Q${BUST_X - 92} 172 ${BUST_X - 84} 128Q${BUST_X - 82} 36 ${BUST_X} 36T${BUST_X + 84} 128Q${BUST_X + 92} 172 ${BUST_X + 84} 196Z`
const FACE = `M${BUST_X - 52} 124Q${BUST_X - 10} 118 ${BUST_X + 14} 84Q${BUST_X + 30} 116 ${BUST_X + 54} 124Q${BUST_X + 54} 190 ${BUST_X} 190T${BUST_X - 52} 124Z`
const NECK = `M${BUST_X - 34} 180H${BUST_X + 34}V214Q${BUST_X} 240 ${BUST_X - 34} 214Z`
const CHIN_SHADOW = `M${BUST_X - 34} 186Q${BUST_X} 206 ${BUST_X + 34} 186V194Q${BUST_X} 218 ${BUST_X - 34} 194Z`
const SHIRT = `M${BUST_X - 126} ${ROOM.bar}Q${BUST_X - 126} 226 ${BUST_X - 34} 212Q${BUST_X} 240 ${BUST_X + 34} 212Q${BUST_X + 126} 226 ${BUST_X + 126} ${ROOM.bar}Z`

export const behindTheBar: Ornament = {
  alt: 'A woman behind the bar, between two hand pumps.',
  draw(sheet) {
    sheet.print('pine', path(HAIR))
    sheet.bare(path(NECK), path(FACE), path(SHIRT))
    sheet.print('amber', path(NECK), path(FACE))
    sheet.print('copper', path(CHIN_SHADOW, 0.5), path(SHIRT))
    const apron = rect(BUST_X - 56, 268, 112, ROOM.bar - 270, 0.85)
    const straps = line(`M${BUST_X - 50} 268L${BUST_X - 66} 220M${BUST_X + 50} 268L${BUST_X + 66} 220`, 7)
    const smile = line(`M${BUST_X - 12} 166Q${BUST_X + 2} 174 ${BUST_X + 18} 164`, 4)
    sheet.print('pine', apron, straps, circle(BUST_X - 20, 140, 4), circle(BUST_X + 26, 140, 4), smile)
    drawHandPump(sheet, 42, 240)
    drawHandPump(sheet, 392, 240)
  },
}

const DOORSTEP = ROOM.bar - 16

export const doorAjar: Ornament = {
  alt: 'A door standing open on to the night, with a moon and a step. An inch of beer is left in the glass.',
  draw(sheet) {
    sheet.print('pine', rect(150, 40, 158, DOORSTEP - 40, 0.8))
    sheet.paste('amber', circle(246, 108, 27))
    sheet.bare(circle(184, 92, 3), circle(206, 168, 3), circle(280, 190, 3), circle(276, 64, 3))
    const leaf = `M150 40L62 18V${ROOM.bar - 2}L150 ${DOORSTEP}Z`
    sheet.paste('copper', path(leaf))
    sheet.print('pine', line(leaf, 5), line('M132 74L80 64V148L132 150ZM132 178L80 178V276L132 270Z', 3.5))
    sheet.bare(circle(76, 166, 6))
    sheet.print('pine', line(`M150 ${DOORSTEP}V40H308V${DOORSTEP}`, 9))
    sheet.paste('amber', rect(128, DOORSTEP, 208, 14, 1, 3))
    const step = `M131 ${DOORSTEP}H333Q336 ${DOORSTEP} 336 ${DOORSTEP + 3}V${DOORSTEP + 14}H128V${DOORSTEP + 3}Z`
    sheet.print('pine', line(step, 4))
  },
}

/** A hand pump on the bar, `height` to the top of its handle. */
function drawHandPump(sheet: Sheet, x: number, height: number): void {
  const top = ROOM.bar - height
  const handle = `M${x - 13} ${top + 12}Q${x - 13} ${top} ${x} ${top}T${x + 13} ${top + 12}L${x + 20} ${top + height * 0.56}H${x - 20}Z`
  const neck = `M${x - 9} ${top + height * 0.56}H${x + 9}V${ROOM.bar - 92}H${x - 9}Z`
  sheet.bare(path(handle), path(neck))
  sheet.print('copper', path(handle))
  sheet.print('pine', path(neck), line(handle, 4.5))
  sheet.bare(line(`M${x - 5} ${top + 22}L${x - 8} ${top + height * 0.48}`, 5))
  sheet.bare(rect(x - 26, ROOM.bar - 92, 52, 92, 0, 6))
  sheet.print('pine', rect(x - 26, ROOM.bar - 92, 52, 90, 1, 6))
  sheet.bare(line(`M${x - 14} ${ROOM.bar - 74}H${x + 14}`, 4))
  sheet.print('pine', line(`M${x + 26} ${ROOM.bar - 70}h24q16 0 16 16v18`, 11))
}
