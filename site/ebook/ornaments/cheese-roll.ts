import { circle, line, path, polygon, rect } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM, type Sheet } from './ornament.ts'

const BOARD = ROOM.bar - 18
const ROLL = `M30 ${BOARD - 30}Q30 ${BOARD - 128} 138 ${BOARD - 128}T246 ${BOARD - 30}Q246 ${BOARD} 216 ${BOARD}H60Q30 ${BOARD} 30 ${BOARD - 30}Z`
const CRUST = `M246 ${BOARD - 30}Q246 ${BOARD} 216 ${BOARD}H60Q30 ${BOARD} 30 ${BOARD - 30}Q90 ${BOARD - 12} 138 ${BOARD - 12}T246 ${BOARD - 30}Z`

export const cheeseRoll: Ornament = {
  alt: 'A roll and a wedge of cheese on a board, with a knife.',
  draw(sheet) {
    sheet.print('copper', rect(-6, BOARD, 466, 16, 0.6, 5))
    sheet.print('pine', line(`M-1 ${BOARD}H455V${BOARD + 16}H-1Z`, 4))
    sheet.bare(path(ROLL))
    sheet.print('amber', path(ROLL))
    sheet.print('copper', path(CRUST, 0.5))
    sheet.print('pine', line(ROLL, 5))
    sheet.bare(
      line(
        `M96 ${BOARD - 86}Q132 ${BOARD - 104} 180 ${BOARD - 90}M136 ${BOARD - 110}Q128 ${BOARD - 88} 140 ${BOARD - 66}`,
        7,
      ),
    )
    cheese(sheet)
    knife(sheet)
  },
}

function cheese(sheet: Sheet): void {
  const face = [
    [272, BOARD],
    [272, BOARD - 62],
    [412, BOARD - 62],
    [412, BOARD],
  ] as const
  const top = [
    [272, BOARD - 62],
    [404, BOARD - 106],
    [412, BOARD - 62],
  ] as const
  sheet.bare(polygon(face), polygon(top))
  sheet.print('amber', polygon(face, 0.75), polygon(top, 0.3))
  sheet.print(
    'pine',
    line(
      `M272 ${BOARD}V${BOARD - 62}L404 ${BOARD - 106}L412 ${BOARD - 62}V${BOARD}ZM272 ${BOARD - 62}H412`,
      4.5,
    ),
  )
  sheet.bare(circle(304, BOARD - 24, 9), circle(352, BOARD - 40, 12), circle(388, BOARD - 18, 8))
  sheet.print(
    'pine',
    line(`M344 ${BOARD - 32}q8 8 16 0M298 ${BOARD - 18}q6 6 12 0M383 ${BOARD - 13}q5 5 10 0`, 3),
  )
}

/** Stuck upright in the board. */
function knife(sheet: Sheet): void {
  const blade = `M424 ${BOARD - 2}V${BOARD - 110}H444V${BOARD - 26}Z`
  sheet.bare(path(blade))
  sheet.print('pine', path(blade, 0.16), line(blade, 4))
  sheet.print('copper', rect(422, BOARD - 186, 24, 78, 1, 9))
  sheet.print(
    'pine',
    line(
      `M431 ${BOARD - 186}H437Q446 ${BOARD - 186} 446 ${BOARD - 176}V${BOARD - 110}H422V${BOARD - 176}Q422 ${BOARD - 186} 431 ${BOARD - 186}Z`,
      4,
    ),
  )
}
