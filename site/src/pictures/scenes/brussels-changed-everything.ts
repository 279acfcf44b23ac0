import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { pool, serve } from '../motifs/serve.ts'
import { streetLamp } from '../motifs/street-lamp.ts'
import { between, seededRandom } from '../random.ts'
import { circle, ellipse, line, path, place, rect, times } from '../shapes.ts'

const SILL = 270

/** A café table: half a glass, a bottle in its basket, a newspaper on a rod. */
export const brusselsChangedEverything = scene(['amber', 'pine', 'stout'], (sheet) => {
  sheet.print('pine', rect(0, 0, 1200, 800, 0.85))
  window(sheet)
  sheet.paste('amber', ellipse(600, 610, 560, 330, 0.55))
  sheet.print('stout', line('M40 610A560 330 0 0 1 1160 610', 9), line('M70 622A530 306 0 0 1 1130 622', 3))
  newspaper(sheet)
  basket(sheet)
  const wide = glass('goblet', 610, 700, 380)
  sheet.print('stout', pool(610, 698, 92, 0.75))
  serve(sheet, wide, { level: 0.5, drink: { amber: 1 }, outline: 'stout', stroke: 8 })
  const surface = `M${610 - wide.halfWidth(0.5)} ${wide.level(0.5)}H${610 + wide.halfWidth(0.5)}`
  sheet.print('stout', line(surface, 5))
})

type Sheet = Composition<'amber' | 'pine' | 'stout'>

function window(sheet: Sheet): void {
  const random = seededRandom('rain')
  sheet.paste('pine', rect(90, 0, 1020, SILL, 0.5))
  const lamp = streetLamp(860, SILL + 20, { height: 230, arm: -1, tone: 0.5 })
  sheet.print('amber', lamp.cone)
  sheet.print('stout', ...lamp.iron)
  sheet.paste('amber', circle(821, 78, 26))
  const rain = times(90, () => {
    const x = between(random, 80, 1150)
    const y = between(random, -20, SILL - 30)
    return `M${x} ${y}l-9 34`
  })
  sheet.bare(line(rain, 3))
  sheet.print('stout', line(`M90 0V${SILL}M430 0V${SILL}M770 0V${SILL}M1110 0V${SILL}`, 12))
  sheet.print('stout', rect(70, SILL - 10, 1060, 22))
}

function newspaper(sheet: Sheet): void {
  const at = { turn: 9 }
  const paper = (shapes: string) => place(shapes, 800, 470, at)
  sheet.print('stout', paper(path('M12 14L292 14L292 244L12 244Z', 0.6)))
  sheet.bare(paper(path('M0 0H280V190L236 232H0Z')))
  const columns = [0, 1, 2].flatMap((column) =>
    times(9, (i) => `M${18 + column * 88} ${72 + i * 16}h${column === 2 && i > 5 ? 44 : 70}`),
  )
  sheet.print(
    'stout',
    paper(
      line('M0 0H280V190L236 232H0Z', 4) +
        line(columns, 3.5) +
        rect(18, 20, 160, 28) +
        rect(194, 24, 62, 20, 0.5),
    ),
  )
  // The corner that somebody lifted.
  sheet.print('stout', paper(path('M280 190L236 232L228 180Z')))
  sheet.print('amber', paper(line('M-24 -10L-24 250', 18)))
  sheet.print('stout', paper(line('M-24 -10L-24 250', 6) + circle(-24, -24, 13)))
}

function basket(sheet: Sheet): void {
  const at = { turn: -6 }
  const weave = (shapes: string) => place(shapes, 150, 560, at)
  const bowl = 'M0 40Q10 128 60 132H250Q312 128 322 26Z'
  // The bottle first, so that the basket holds it.
  const bottle = 'M40 64L196 4Q220 -6 236 -8L330 -44L340 -20L250 20Q236 30 214 44L90 96Z'
  sheet.paste('pine', weave(path(bottle)))
  sheet.print('stout', weave(path(bottle, 0.6) + line(bottle, 5)))
  sheet.bare(weave(path('M110 46L170 22L186 48L124 74Z')))
  sheet.paste('amber', weave(path(bowl)))
  const strands = [
    ...times(12, (i) => `M${14 + i * 26} 38L${44 + i * 20} 132`),
    ...[56, 80, 104].map((y) => `M${(y - 40) * 0.5} ${y}Q160 ${y + 16} ${318 - (y - 40) * 0.5} ${y - 8}`),
  ]
  const handle = 'M30 40Q20 -60 110 -66Q150 -64 150 -20'
  sheet.print('stout', weave(line(bowl, 6) + line(strands, 4) + line(handle, 9)))
}
