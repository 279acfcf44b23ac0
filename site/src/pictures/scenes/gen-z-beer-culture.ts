import { type Composition, scene } from '../composition.ts'
import { between, seededRandom } from '../random.ts'
import { circle, glow, line, path, place, rect, ring, times } from '../shapes.ts'

const MIDDLE = { x: 600, y: 410 }

/** Seven thirds in a ring, the minutes between them, the telephones in a tin. */
export const genZBeerCulture = scene(['amber', 'teal'], (sheet) => {
  sheet.print('teal', rect(0, 0, 1200, 800, 0.85))
  sheet.paste('amber', circle(MIDDLE.x, MIDDLE.y, 385, 0.75))
  sheet.print('teal', ring(MIDDLE.x, MIDDLE.y, 385, 12), ring(MIDDLE.x, MIDDLE.y, 352, 3))
  glasses(sheet)
  minuteBook(sheet)
  biscuitTin(sheet)
})

type Sheet = Composition<'amber' | 'teal'>

/** From above: a rim, a ring of foam, the drink. */
function glasses(sheet: Sheet): void {
  const random = seededRandom('seven')
  for (let i = 0; i < 7; i++) {
    const angle = -Math.PI / 2 + (i * 2 * Math.PI) / 7 + 0.22
    const x = MIDDLE.x + 278 * Math.cos(angle)
    const y = MIDDLE.y + 278 * Math.sin(angle)
    sheet.print('teal', circle(x + 15, y + 17, 60, 0.55))
    sheet.bare(circle(x, y, 58))
    sheet.print('amber', circle(x, y, 46))
    sheet.print('teal', circle(x, y, 46, [0, 0.25, 0.5, 0.85][i % 4] ?? 0), ring(x, y, 58, 5))
    const foam = between(random, 0, 360)
    sheet.bare(place(path('M-44 0A44 44 0 0 1 20 -39Q-4 -22 -18 2Q-30 16 -44 0Z'), x, y, { turn: foam }))
  }
}

function minuteBook(sheet: Sheet): void {
  const at = { turn: -8 }
  const book = (shapes: string) => place(shapes, 560, 372, at)
  sheet.print('teal', book(rect(-142, -92, 300, 206, 0.6)))
  sheet.bare(book(rect(-150, -100, 300, 200, 0, 4)))
  const left = times(7, (i) => `M-130 ${-74 + i * 24}H${i === 6 ? -70 : -22}`)
  const right = times(4, (i) => `M24 ${-74 + i * 24}H${i === 3 ? 80 : 130}`)
  sheet.print('teal', book(line('M-150 -100H150V100H-150ZM0 -100V100', 5) + line([...left, ...right], 4)))
  // The pen.
  sheet.print('amber', book(line('M-128 138L-8 138', 16)))
  sheet.print('teal', book(line('M-128 138L-8 138', 16, 1) + path('M-158 138L-130 126V150Z')))
  sheet.bare(book(line('M-70 138L-40 138', 4)))
}

function biscuitTin(sheet: Sheet): void {
  const x = 700
  const y = 540
  sheet.print('teal', circle(x + 12, y + 14, 82, 0.6))
  sheet.paste('teal', circle(x, y, 80))
  // The lid is not quite on, and what is under it shines.
  sheet.bare(circle(x - 16, y - 12, 76))
  sheet.print('amber', glow(x + 30, y + 26, 90, 'phone', 0.1, 0.9))
  sheet.paste('amber', circle(x - 20, y - 16, 68))
  sheet.print('teal', ring(x - 20, y - 16, 68, 5), ring(x - 20, y - 16, 50, 3), circle(x - 20, y - 16, 9))
}
