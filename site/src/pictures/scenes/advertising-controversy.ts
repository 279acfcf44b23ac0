import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { bust } from '../motifs/people.ts'
import { serve } from '../motifs/serve.ts'
import { streetLamp } from '../motifs/street-lamp.ts'
import { between, seededRandom } from '../random.ts'
import { circle, fade, line, path, rect, times } from '../shapes.ts'

const BOARD = { x: 170, y: 110, width: 800, height: 430 }

/** A billboard, as approved. */
export const advertisingControversy = scene(['ochre', 'plum', 'brick'], (sheet) => {
  sheet.print('plum', fade(0, 0, 1200, 800, { id: 'night', from: 0.96, to: 0.6 }))
  const lamp = streetLamp(1080, 770, { height: 720, arm: -1, tone: 0.5 })
  board(sheet)
  sheet.print('ochre', lamp.cone)
  sheet.paste('plum', ...lamp.iron)
  sheet.print('brick', ...lamp.iron)
  sheet.paste('ochre', circle(958, 70, 17, 0.5))
  sheet.print('plum', rect(0, 752, 1200, 48))
})

type Sheet = Composition<'ochre' | 'plum' | 'brick'>

function board(sheet: Sheet): void {
  const { x, y, width, height } = BOARD
  const base = y + height
  for (const post of [x + 120, x + width - 120]) sheet.paste('plum', rect(post - 14, base, 28, 215))
  sheet.paste('plum', rect(x - 14, y - 14, width + 28, height + 28))
  sheet.paste('ochre', rect(x, y, width, height, 0.75))
  const people = [
    [x + 110, 250],
    [x + 250, 300],
    [x + 655, 290],
    [x + 745, 230],
  ] as const
  sheet.print('plum', ...people.map(([at, size]) => bust(at, base, size)))
  for (const [at, size] of people) mask(sheet, at, base, size)
  hand(sheet, x + 440, base)
}

/** Red pencil, back and forth, until nobody is there. */
function mask(sheet: Sheet, at: number, base: number, size: number): void {
  const random = seededRandom(`mask ${at}`)
  const rows = times(9, (i) => {
    const y = base - 12 - (i * size * 0.98) / 9
    return `L${at + (i % 2 === 0 ? -1 : 1) * (size * 0.4 + between(random, -8, 14))} ${y + between(random, -6, 6)}`
  })
  const scrawl = `M${at + size * 0.4} ${base - 8}${rows.join('')}`
  sheet.paste('brick', line(scrawl, 19))
}

function hand(sheet: Sheet, x: number, base: number): void {
  const pint = glass('pint', x, base - 110, 260)
  const sleeve = `M${x - 74} ${base}L${x - 50} ${base - 100}H${x + 70}L${x + 96} ${base}Z`
  sheet.paste('plum', path(sleeve))
  serve(sheet, pint, {
    level: 0.84,
    drink: { ochre: 1, brick: 0.3 },
    foam: { rise: 34, random: seededRandom('hand') },
    outline: 'plum',
    stroke: 7,
  })
  const fist = `M${x - 66} ${base - 96}Q${x - 84} ${base - 190} ${x - 56} ${base - 200}H${x + 60}Q${x + 92} ${base - 196} ${x + 84} ${base - 96}Z`
  sheet.paste('ochre', path(fist, 0.35))
  const fingers = [-176, -152, -128].map((dy) => `M${x - 62} ${base + dy}H${x + 40}`)
  sheet.print('plum', line(fist, 7), line(fingers, 6))
}
