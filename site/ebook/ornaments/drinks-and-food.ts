import { glass, type GlassKind } from '../../src/pictures/motifs/glass.ts'
import { hopCone } from '../../src/pictures/motifs/plants.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { seededRandom } from '../../src/pictures/random.ts'
import { circle, line, path, place, rect, ring, times } from '../../src/pictures/shapes.ts'
import { type Drink, type Ornament, ROOM, type Sheet } from './ornament.ts'

const BOTTLE = `M112 62H144V136Q144 168 176 196V${ROOM.bar - 12}Q176 ${ROOM.bar - 2} 166 ${ROOM.bar - 2}H90Q80 ${ROOM.bar - 2} 80 ${ROOM.bar - 12}V196Q112 168 112 136Z`
const TAG = 'M0 0L34 -46H206V46H34Z'

export const labelledBottle: Ornament = {
  alt: 'A bottle with a luggage label round its neck. Of three lines on the label, one is ticked.',
  draw(sheet) {
    sheet.print('copper', path(BOTTLE))
    sheet.print('pine', path(BOTTLE, 0.42), line(BOTTLE, 5))
    sheet.bare(rect(94, 210, 10, 96, 0, 5))
    sheet.paste('amber', rect(106, 42, 44, 24, 1, 4))
    sheet.print('pine', line('M106 42H150V66H106Z', 4), line('M142 108Q196 96 232 168', 3.5))
    const tag = (shapes: string) => place(shapes, 222, 176, { turn: 14 })
    sheet.paste('amber', tag(path(TAG, 0.3)))
    sheet.print('pine', tag(line(TAG, 4.5)), tag(line('M66 -22H176M66 2H150M66 26H164', 4)))
    sheet.bare(tag(circle(26, 0, 8)))
    sheet.print('pine', tag(circle(26, 0, 6)))
    sheet.print('copper', tag(line('M44 -2L54 10L74 -18', 7)))
  },
}

const JUG = `M178 104L148 78Q220 92 352 84Q346 120 352 170Q362 250 340 ${ROOM.bar - 14}Q337 ${ROOM.bar - 2} 324 ${ROOM.bar - 2}H206Q193 ${ROOM.bar - 2} 190 ${ROOM.bar - 14}Q166 250 176 170Q182 130 178 104Z`
const WATER = `M177 168H351Q361 250 340 ${ROOM.bar - 14}Q337 ${ROOM.bar - 4} 324 ${ROOM.bar - 4}H206Q193 ${ROOM.bar - 4} 190 ${ROOM.bar - 14}Q167 250 177 168Z`
const HANDLE = 'M352 122Q436 112 432 190T346 264'

export const waterJug: Ornament = {
  alt: 'A jug of water and a tumbler poured from it.',
  draw(sheet) {
    sheet.print('pine', line(HANDLE, 20))
    sheet.bare(line(HANDLE, 11), path(JUG))
    sheet.print('pine', path(WATER, 0.24), line(JUG, 5), line('M177 168H351', 3.5))
    sheet.bare(rect(196, 190, 11, 104, 0, 5))
    serve(sheet, glass('tumbler', 76, ROOM.bar - 3, 132), {
      level: 0.68,
      drink: { pine: 0.24 },
      outline: 'pine',
      stroke: 4.5,
    })
  },
}

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
        foam: { rise: 7, random },
        outline: 'pine',
        stroke: 4.5,
      })
    }
  },
}

export const thermometer: Ornament = {
  alt: 'A goblet of dark beer, and a thermometer with some way to go.',
  draw(sheet) {
    sheet.print('pine', line('M104 40H144Q152 40 152 48V332H96V48Q96 40 104 40Z', 4.5))
    sheet.print('amber', rect(98, 42, 52, 290, 0.3, 6))
    sheet.bare(rect(115, 62, 18, 220, 0, 9), circle(124, 296, 22))
    sheet.print('copper', rect(119, 176, 10, 116, 1, 5), circle(124, 296, 17))
    sheet.print('pine', line('M115 282V71Q115 62 124 62T133 71V282', 3.5), ring(124, 296, 21, 3.5))
    const degrees = times(9, (i) => `M138 ${84 + i * 22}h${i % 2 === 0 ? 12 : 7}`)
    sheet.print('pine', line(degrees, 3))
    serve(sheet, glass('goblet', 296, ROOM.bar - 3, 206), {
      level: 0.66,
      drink: { copper: 1, pine: 0.8 },
      foam: { rise: 10, random: seededRandom('goblet') },
      outline: 'pine',
    })
  },
}

export const hopScales: Ornament = {
  alt: 'A chemist’s balance. One hop cone in the left pan is level with a small weight in the right.',
  draw(sheet) {
    sheet.print('pine', line(`M224 66V${ROOM.bar - 20}`, 9), line('M76 88H372', 7), circle(224, 60, 13))
    const foot = `M150 ${ROOM.bar - 2}Q158 ${ROOM.bar - 26} 224 ${ROOM.bar - 26}T298 ${ROOM.bar - 2}Z`
    sheet.print('pine', path(foot))
    sheet.print('pine', line('M76 88L22 244M76 88L130 244M372 88L318 244M372 88L426 244', 2.6))
    for (const x of [76, 372]) {
      const pan = `M${x - 64} 244H${x + 64}Q${x + 44} 282 ${x} 282T${x - 64} 244Z`
      sheet.print('amber', path(pan))
      sheet.print('copper', path(pan, 0.3))
      sheet.print('pine', line(pan, 4.5))
    }
    for (const leaf of hopCone(76, 140, 82, 104)) {
      sheet.paste('amber', path(leaf, 0.3))
      sheet.print('pine', line(leaf, 3))
    }
    sheet.print('pine', line('M76 144Q78 130 90 122', 4))
    sheet.print('copper', rect(352, 210, 40, 32, 1, 3), rect(363, 196, 18, 16, 1, 6))
    sheet.print('pine', line('M352 242V212H363V200Q363 196 372 196T381 200V212H392V242', 3.5))
  },
}

export const twoAlike: Ornament = {
  alt: 'Two large glasses of beer that nobody could tell apart.',
  draw(sheet) {
    for (const x of [118, 286]) {
      serve(sheet, glass('tumbler', x, ROOM.bar - 3, 226), {
        level: 0.84,
        drink: { amber: 1, copper: 0.18 },
        // The same foam, too.
        foam: { rise: 16, random: seededRandom('alike') },
        outline: 'pine',
      })
    }
  },
}

const BOARD = ROOM.bar - 18
const ROLL = `M30 ${BOARD - 30}Q30 ${BOARD - 128} 138 ${BOARD - 128}T246 ${BOARD - 30}Q246 ${BOARD} 216 ${BOARD}H60Q30 ${BOARD} 30 ${BOARD - 30}Z`
const CRUST = `M246 ${BOARD - 30}Q246 ${BOARD} 216 ${BOARD}H60Q30 ${BOARD} 30 ${BOARD - 30}Q90 ${BOARD - 12} 138 ${BOARD - 12}T246 ${BOARD - 30}Z`

export const cheeseRoll: Ornament = {
  alt: 'A roll and a wedge of cheese on a board, with a knife.',
  draw(sheet) {
    sheet.print('copper', rect(-6, BOARD, 466, 16, 0.6, 5))
    sheet.print('pine', line(`M-1 ${BOARD}H455V${BOARD + 16}H-1Z`, 4))
    sheet.paste('amber', path(ROLL))
    sheet.print('copper', path(CRUST, 0.5))
    sheet.print('pine', line(ROLL, 5))
    const cuts = `M96 ${BOARD - 86}Q132 ${BOARD - 104} 180 ${BOARD - 90}M136 ${BOARD - 110}Q128 ${BOARD - 88} 140 ${BOARD - 66}`
    sheet.bare(line(cuts, 7))
    cheese(sheet)
    knife(sheet)
  },
}

function cheese(sheet: Sheet): void {
  const face = `M272 ${BOARD}L272 ${BOARD - 62}L412 ${BOARD - 62}L412 ${BOARD}Z`
  const top = `M272 ${BOARD - 62}L404 ${BOARD - 106}L412 ${BOARD - 62}Z`
  sheet.paste('amber', path(face, 0.75), path(top, 0.3))
  const edges = `M272 ${BOARD}V${BOARD - 62}L404 ${BOARD - 106}L412 ${BOARD - 62}V${BOARD}ZM272 ${BOARD - 62}H412`
  sheet.print('pine', line(edges, 4.5))
  sheet.bare(circle(304, BOARD - 24, 9), circle(352, BOARD - 40, 12), circle(388, BOARD - 18, 8))
  const holes = `M344 ${BOARD - 32}q8 8 16 0M298 ${BOARD - 18}q6 6 12 0M383 ${BOARD - 13}q5 5 10 0`
  sheet.print('pine', line(holes, 3))
}

/** Stuck upright in the board. */
function knife(sheet: Sheet): void {
  const blade = `M424 ${BOARD - 2}V${BOARD - 110}H444V${BOARD - 26}Z`
  sheet.paste('pine', path(blade, 0.16))
  sheet.print('pine', line(blade, 4))
  sheet.print('copper', rect(422, BOARD - 186, 24, 78, 1, 9))
  const handle = `M431 ${BOARD - 186}H437Q446 ${BOARD - 186} 446 ${BOARD - 176}V${BOARD - 110}H422V${BOARD - 176}Q422 ${BOARD - 186} 431 ${BOARD - 186}Z`
  sheet.print('pine', line(handle, 4))
}

const TRAY = ROOM.bar - 12
const RIM = `M10 ${TRAY - 12}Q16 ${TRAY + 9} 36 ${TRAY + 9}H412Q432 ${TRAY + 9} 438 ${TRAY - 12}L424 ${TRAY}H24Z`

interface Order {
  readonly kind: GlassKind
  readonly x: number
  readonly height: number
  readonly drink: Drink
  /** Units of foam above the rim, if any. */
  readonly rise?: number
}

const ROUND: readonly Order[] = [
  { kind: 'half', x: 82, height: 138, drink: { amber: 1, copper: 0.5 }, rise: 6 },
  { kind: 'half', x: 180, height: 138, drink: { copper: 1, pine: 0.5 }, rise: 6 },
  { kind: 'tumbler', x: 276, height: 124, drink: { pine: 0.14 } },
  { kind: 'flute', x: 362, height: 204, drink: { amber: 0.8 }, rise: 5 },
]

export const roundOnATray: Ornament = {
  alt: 'A tray with two halves, a soda water and something tall without alcohol. The pint beside it is half full.',
  draw(sheet) {
    const random = seededRandom('round')
    for (const { kind, x, height, drink, rise } of ROUND) {
      const foam = rise && { foam: { rise, random } }
      serve(sheet, glass(kind, x, TRAY - 1, height), {
        level: 0.76,
        drink,
        ...foam,
        outline: 'pine',
        stroke: 4.5,
      })
    }
    sheet.print('pine', circle(266, 268, 3), circle(284, 254, 3), circle(270, 238, 3), circle(290, 290, 3))
    sheet.print('copper', path(RIM))
    sheet.print('pine', line(RIM, 4))
  },
}
