import { contour, land } from '../../src/pictures/motifs/contours.ts'
import { glass } from '../../src/pictures/motifs/glass.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { circle, ellipse, line, path, place, rect, round, times } from '../../src/pictures/shapes.ts'
import { type Ornament, ROOM, type Sheet } from './ornament.ts'

const SUN_X = 214
const SUN_RADIUS = 128

export const noonSun: Ornament = {
  alt: 'A large sun going down behind the bar.',
  draw(sheet) {
    sheet.print('copper', circle(SUN_X, ROOM.bar, SUN_RADIUS + 66, 0.18))
    sheet.print('amber', circle(SUN_X, ROOM.bar, SUN_RADIUS))
    sheet.print('copper', circle(SUN_X, ROOM.bar, SUN_RADIUS, 0.32), line(rays(), 7))
    // Hides the lower half of the sun.
    sheet.bare(rect(-20, ROOM.bar, ROOM.width, 200))
  },
}

function rays(): string[] {
  return times(13, (i) => {
    const angle = (Math.PI * (i + 0.5)) / 13
    const reach = i % 2 === 0 ? 50 : 30
    const at = (radius: number) =>
      `${round(SUN_X - radius * Math.cos(angle))} ${round(ROOM.bar - radius * Math.sin(angle))}`
    return `M${at(SUN_RADIUS + 22)}L${at(SUN_RADIUS + 22 + reach)}`
  })
}

export const scentOfAShed: Ornament = {
  alt: 'A stemmed glass. What rises from it turns into a garden shed.',
  draw(sheet) {
    serve(sheet, glass('tulip', 196, ROOM.bar - 3, 196), {
      level: 0.52,
      drink: { amber: 1, copper: 0.5 },
      outline: 'pine',
    })
    sheet.print('copper', line('M176 142Q160 126 176 110T176 92M216 142Q200 126 216 110T216 92', 6))
    sheet.print('amber', path('M136 42L196 6L256 42V84H136Z'))
    sheet.print('copper', path('M126 46L196 2L266 46L258 56L196 18L134 56Z'))
    sheet.print('copper', path('M206 52H238V84H206Z', 0.6))
    sheet.print('pine', line('M136 52V84H256V52M126 46L196 2L266 46', 4.5), line('M206 84V52H238V84', 3.5))
    sheet.bare(rect(152, 52, 30, 18))
    sheet.print('pine', line('M152 52H182V70H152ZM167 52V70', 3.5))
  },
}

const MAP_WIDTH = 360
const MAP_DEPTH = 236
const MAP_HEIGHT = land([
  { x: 110, y: 90, height: 9, reach: 90 },
  { x: 280, y: 160, height: 7, reach: 80 },
])
/** A pin's head comes down to its point. */
const PIN = 'M0 0Q-24 -34 -24 -52Q-24 -76 0 -76T24 -52Q24 -34 0 0Z'

export const localMap: Ornament = {
  alt: 'A folded map of two hills with one pin in it.',
  draw(sheet) {
    const map = (shapes: string) => place(shapes, 32, 96)
    sheet.print('amber', map(rect(0, 0, MAP_WIDTH, MAP_DEPTH, 0.3)))
    sheet.print('amber', map(path(`M90 0H180V${MAP_DEPTH}H90ZM270 0H360V${MAP_DEPTH}H270Z`, 0.55)))
    const lines = [1.6, 3, 4.4, 5.8, 7.2].map((level) =>
      contour(MAP_HEIGHT, level, MAP_WIDTH - 44, MAP_DEPTH - 44),
    )
    sheet.print('copper', place(line(lines, 2.6), 54, 118))
    sheet.print('pine', map(line('M196 20Q176 90 206 130T190 216', 5)))
    sheet.print('pine', map(line(`M0 0H${MAP_WIDTH}V${MAP_DEPTH}H0Z`, 4.5)))
    sheet.print('pine', map(line(`M90 0V${MAP_DEPTH}M180 0V${MAP_DEPTH}M270 0V${MAP_DEPTH}`, 2, 0.6)))
    const pin = (shapes: string) => place(shapes, 152, 188)
    sheet.paste('copper', pin(path(PIN)))
    sheet.print('pine', pin(line(PIN, 4)))
    sheet.bare(pin(circle(0, -52, 9)))
  },
}

const TIN_FLOOR = ROOM.bar - 12

export const biscuitTin: Ornament = {
  alt: 'A biscuit tin with its lid not quite on. The corner of a telephone shines out of it.',
  draw(sheet) {
    const phone = (shapes: string) => place(shapes, 262, 176, { turn: 16 })
    sheet.print('amber', phone(rect(-44, -100, 88, 130, 0.2, 10)))
    sheet.print('pine', phone(rect(-44, -100, 88, 130, 1, 12)))
    sheet.paste('amber', phone(rect(-34, -84, 68, 120, 0.45, 3)))
    sheet.print('copper', line('M222 66L212 42M262 56V28M344 92L366 78M352 132L380 128', 6))
    const body = `M72 184V${TIN_FLOOR - 6}Q72 ${TIN_FLOOR + 10} 206 ${TIN_FLOOR + 10}T340 ${TIN_FLOOR - 6}V184Z`
    sheet.paste('copper', path(body))
    const diamonds = times(5, (i) => `M${87 + i * 49} 264l21 -30l21 30l-21 30Z`)
    sheet.paste('amber', path(diamonds))
    sheet.print('pine', line(body, 5), line('M72 216Q206 232 340 216M72 306Q206 324 340 306', 3.5))
    const lid = (shapes: string) => place(shapes, 190, 178, { turn: -7 })
    sheet.paste('amber', lid(rect(-144, -16, 288, 34, 1, 12)))
    sheet.print('copper', lid(rect(-144, 2, 288, 16, 0.45, 8)))
    const edge = 'M-132 -16H132Q144 -16 144 -4V6Q144 18 132 18H-132Q-144 18 -144 6V-4Q-144 -16 -132 -16Z'
    sheet.print('pine', lid(line(edge, 4.5)))
    sheet.print('pine', lid(ellipse(0, -24, 20, 9)))
  },
}

export const unpostedLetter: Ornament = {
  alt: 'An addressed envelope without a stamp, and the pencil that it was written with.',
  draw(sheet) {
    const letter = (shapes: string) => place(shapes, 206, 217, { turn: -5 })
    sheet.print('pine', letter(rect(-164, -96, 340, 206, 0.35, 4)))
    sheet.paste('amber', letter(rect(-172, -104, 340, 206, 0.3, 4)))
    sheet.print('pine', letter(line('M-172 -104H168V102H-172Z', 4.5)))
    sheet.print('pine', letter(line('M-110 0H30M-110 28H64M-110 56H0', 5)))
    // Where the stamp would go.
    const holes = times(
      4,
      (i) => `M${94 + i * 14} -82h7M${94 + i * 14} -18h7M88 ${-76 + i * 15}v7M148 ${-76 + i * 15}v7`,
    )
    sheet.print('copper', letter(line(holes, 4)))
    const pencil = (shapes: string) => place(shapes, 250, 326)
    sheet.bare(pencil(rect(0, -9, 200, 20)))
    sheet.print('copper', pencil(rect(36, -9, 150, 18)))
    sheet.print('amber', pencil(path('M0 0L36 -9L36 9Z')))
    sheet.print('pine', pencil(line('M0 0L36 -9H186V9H36ZM36 -3H186', 3.5)), pencil(path('M0 0L14 -4V4Z')))
    sheet.print('pine', pencil(rect(186, -9, 18, 18)))
  },
}

const SHEET = { left: 56, top: 62, width: 308 } as const
const DAY = { width: 44, height: 40, top: 130 } as const

export const emptyWeek: Ornament = {
  alt: 'A calendar of five weeks. Five days are marked, the others are left alone.',
  draw(sheet) {
    const { left, top, width } = SHEET
    const depth = ROOM.bar - top - 4
    sheet.print('pine', rect(left + 9, top + 9, width, depth - 6, 0.4))
    sheet.bare(rect(left, top, width, depth))
    sheet.print('copper', rect(left, top, width, 52))
    sheet.print('pine', line(`M${left} ${top}h${width}v${depth}h-${width}Z`, 4.5), line(grid(), 2.4))
    sheet.bare(line(`M${left + 100} ${top + 26}h${width - 200}`, 8))
    sheet.print('pine', line(`M${left + 54} ${top - 14}v28M${left + width - 54} ${top - 14}v28`, 8))
    for (const [day, week] of [
      [4, 0],
      [5, 1],
      [2, 2],
      [4, 3],
      [6, 4],
    ] as const) {
      sheet.print('amber', circle(left + (day + 0.5) * DAY.width, DAY.top + (week + 0.5) * DAY.height, 15))
    }
  },
}

function grid(): string[] {
  const rows = times(4, (i) => `M${SHEET.left} ${DAY.top + (i + 1) * DAY.height}h${SHEET.width}`)
  const columns = times(6, (i) => `M${SHEET.left + (i + 1) * DAY.width} ${DAY.top}V${ROOM.bar - 6}`)
  return [...rows, ...columns]
}

/** Where each bill hangs on the spike, lowest first. */
const BILLS = [
  { y: 268, turn: -6, length: 96 },
  { y: 222, turn: 9, length: 84 },
  { y: 172, turn: -12, length: 104 },
  { y: 122, turn: 5, length: 80 },
] as const

export const billSpike: Ornament = {
  alt: 'Four receipts on a spike.',
  draw(sheet) {
    sheet.print('pine', line(`M210 34V${ROOM.bar - 16}`, 6))
    const base = `M136 ${ROOM.bar - 2}Q140 ${ROOM.bar - 26} 210 ${ROOM.bar - 26}T284 ${ROOM.bar - 2}Z`
    sheet.paste('copper', path(base))
    sheet.print('pine', line(base, 4.5))
    for (const [i, { y, turn, length }] of BILLS.entries()) {
      const bill = (shapes: string) => place(shapes, 210, y, { turn })
      const paper = `M-92 -34H${length}l-9 12l9 12l-9 12l9 12l-9 12l9 12H-92Z`
      sheet.paste('amber', bill(path(paper, i % 2 === 0 ? 0.3 : 0.75)))
      sheet.print('pine', bill(line(paper, 4)), bill(line('M-74 -12H-22M-74 6H-34M-74 24H-14', 4)))
      sheet.print('copper', bill(line(`M34 6H${length - 26}`, 6)))
      sheet.print('pine', bill(circle(0, 0, 5)))
    }
    sheet.print('pine', line('M210 34V112', 6))
  },
}

export const heronAndNotebook: Ornament = {
  alt: 'A small notebook with one line written in it, and a heron looking on.',
  draw(sheet) {
    notebook(sheet)
    heron(sheet)
  },
}

function notebook(sheet: Sheet): void {
  const book = (shapes: string) => place(shapes, 44, 142, { turn: -4 })
  sheet.print('pine', book(rect(10, 4, 168, 187, 0.5, 6)))
  sheet.paste('amber', book(rect(0, 0, 168, 190, 0.3, 6)))
  sheet.print('amber', book(rect(0, 0, 26, 190, 1, 6)))
  sheet.print('pine', book(line('M6 0H162Q168 0 168 6V184Q168 190 162 190H6Q0 190 0 184V6Q0 0 6 0Z', 4.5)))
  sheet.print('pine', book(line('M26 0V190', 3)))
  sheet.print('pine', book(line('M48 62q8 -14 14 0t14 0t14 0t14 0t14 0t14 0', 4.5)))
  sheet.print('copper', book(line('M48 94H150M48 124H150M48 154H150', 2, 0.6)))
}

function heron(sheet: Sheet): void {
  const body = 'M322 196Q348 146 404 172Q440 190 452 244Q410 236 380 240Q330 244 322 196Z'
  const neck = 'M336 196Q286 176 306 130Q330 92 306 62'
  sheet.print('pine', line(`M362 238V${ROOM.bar - 4}M388 238L384 288L396 ${ROOM.bar - 4}`, 5))
  sheet.print('pine', line(`M350 ${ROOM.bar - 4}H374M384 ${ROOM.bar - 4}H410`, 5), line(neck, 24))
  sheet.bare(line(neck, 15))
  sheet.paste('pine', path(body, 0.45))
  sheet.print('pine', line(body, 4.5), line('M352 206Q392 196 436 236', 4))
  const head = 'M322 60Q320 42 300 42Q280 44 272 58L284 72Q312 76 322 60Z'
  sheet.bare(path(head))
  sheet.print('pine', line(head, 4.5), circle(298, 56, 4), line('M316 48Q344 46 360 64', 5))
  sheet.print('copper', path('M276 52L212 66L280 70Z'))
  sheet.print('pine', line('M276 52L212 66L280 70', 3.5))
}
