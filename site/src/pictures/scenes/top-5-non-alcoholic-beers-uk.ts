import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { pool, serve } from '../motifs/serve.ts'
import { seededRandom } from '../random.ts'
import { fade, line, rect, round } from '../shapes.ts'

const BENCH = 560

/** Strokes of the figures on the cards, in a box 16 wide and 26 high. */
const DIGITS: Record<string, string> = {
  0: 'M8 0Q16 0 16 13T8 26T0 13T8 0Z',
  1: 'M2 6L9 0V26',
  2: 'M0 6Q2 0 8 0T15 8Q14 14 0 26H16',
  3: 'M1 3Q14 -4 14 6T5 12Q16 12 15 19T0 24',
  4: 'M11 26V0L0 18H16',
  5: 'M15 0H3L1 12Q15 8 15 18T0 24',
  6: 'M14 2Q0 4 0 17T8 26T15 18T1 15',
  7: 'M0 0H16L5 26',
  8: 'M8 0Q14 0 14 6T8 12T2 6T8 0ZM8 12Q16 12 16 19T8 26T0 19T8 12Z',
  9: 'M15 10Q14 16 8 16T1 8T8 0T15 9Q16 22 3 26',
}

/** Six coded glasses on a bench, from straw to black. */
export const sixCodedGlasses = scene(['straw', 'copper', 'pine'], (sheet) => {
  const random = seededRandom('six codes')
  sheet.print('pine', fade(0, 0, 1200, BENCH, { id: 'wall', from: 0.72, to: 0.3 }))
  sheet.print('copper', rect(0, BENCH, 1200, 240))
  const slats = [BENCH + 64, BENCH + 128, BENCH + 192].map((y) => `M0 ${y}H1200`)
  sheet.print('pine', rect(0, BENCH, 1200, 10), line(slats, 9))
  const drinks = [
    { straw: 0.7, copper: 0, pine: 0 },
    { straw: 1, copper: 0.2, pine: 0 },
    { straw: 1, copper: 0.6, pine: 0 },
    { straw: 1, copper: 1, pine: 0 },
    { straw: 1, copper: 1, pine: 0.6 },
    { straw: 1, copper: 1, pine: 1 },
  ]
  const codes = ['411', '207', '930', '118', '656', '342']
  for (const [i, drink] of drinks.entries()) {
    const x = 125 + i * 190
    sheet.print('pine', pool(x, BENCH + 50, 66, 0.8))
    serve(sheet, glass('tumbler', x, BENCH + 52, 270), {
      level: 0.8,
      drink,
      foam: { rise: 9, random },
      outline: 'pine',
      stroke: 7,
    })
    card(sheet, x, codes[i] ?? '')
  }
})

function card(sheet: Composition<'straw' | 'copper' | 'pine'>, x: number, code: string): void {
  const top = BENCH + 90
  sheet.print('pine', rect(x - 44, top + 6, 100, 62))
  sheet.bare(rect(x - 50, top, 100, 62))
  for (const [i, digit] of code.split('').entries()) {
    sheet.print(
      'pine',
      `<g transform="translate(${round(x - 36 + i * 27)} ${top + 18})">${line(DIGITS[digit] ?? '', 5)}</g>`,
    )
  }
}
