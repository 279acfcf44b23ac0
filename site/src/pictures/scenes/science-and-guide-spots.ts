import { scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { serve } from '../motifs/serve.ts'
import { between, seededRandom } from '../random.ts'
import { circle, ellipse, fade, line, path, rect, round, times } from '../shapes.ts'

/* Small pictures for the crop `spot`, y from 200 to 600. */

/** Height of a wave and distance between its points, from the edge of sleep down; the third line is the eyes'. */
const WAVES = [
  { y: 296, height: 14, step: 9 },
  { y: 352, height: 22, step: 16 },
  { y: 412, height: 30, step: 52 },
  { y: 472, height: 40, step: 30 },
] as const

/** Four pens write on a strip of paper that folds itself into pages. */
export const paperStrip = scene(['mist', 'copper', 'night'], (sheet) => {
  sheet.print('night', rect(0, 200, 1200, 400, 0.85))
  sheet.paste('copper', rect(0, 548, 1200, 52, 0.9))
  sheet.print('night', line('M0 548H1200', 6))
  const page = 190
  for (const [at, left] of [250, 440, 630, 820, 1010].entries()) {
    // Each page leans the other way from the one before it.
    const [near, far] = at % 2 === 0 ? [250, 266] : [266, 250]
    const leaf = `M${left} ${near}L${left + page} ${far}L${left + page} ${far + 264}L${left} ${near + 264}Z`
    sheet.paste('mist', path(leaf, at % 2 === 0 ? 0.15 : 0.5))
    sheet.print('night', line(`M${left + page} ${far}V${far + 264}`, 3, 0.6))
  }
  const random = seededRandom('night')
  for (const [at, { y, height, step }] of WAVES.entries()) {
    const points = times(Math.ceil(960 / step), (i) => {
      const reach = between(random, 0.25, 1) * height
      return `${round(262 + i * step)} ${round(y + (i % 2 === 0 ? reach : -reach) / 2)}`
    })
    sheet.print(at === 2 ? 'copper' : 'night', line(`M${points.join('L')}`, 4.5))
  }
  sheet.paste('copper', rect(40, 236, 150, 312, 1, 10))
  sheet.print('night', line('M50 236H180Q190 236 190 246V548H40V246Q40 236 50 236Z', 5))
  for (const { y } of WAVES) {
    sheet.bare(line(`M190 ${y}L250 ${y}`, 16))
    sheet.paste('mist', circle(116, y, 20, 0.6))
    sheet.print('night', line(`M116 ${y}V${y - 14}`, 5), line(`M190 ${y}H262`, 7), circle(262, y, 7))
  }
})

/** A bus in the low sun of the afternoon, with four passengers who all face the same way. */
export const bus = scene(['amber', 'brick', 'night'], (sheet) => {
  sheet.print('amber', fade(0, 200, 1200, 330, { id: 'afternoon', from: 0.35, to: 0.95 }))
  sheet.paste('amber', circle(1052, 330, 70, 0.15))
  for (let house = 0; house < 11; house += 1) {
    const x = house * 118 - 40
    const roof = `M${x} 530V${430 + (house % 3) * 12}L${x + 59} ${392 + (house % 3) * 12}L${x + 118} ${430 + (house % 3) * 12}V530Z`
    sheet.print('night', path(roof, 0.28), rect(x + 80, 384 + (house % 3) * 12, 16, 34, 0.28))
  }
  sheet.paste('night', rect(0, 530, 1200, 70, 0.7))
  sheet.print('night', line('M0 530H1200', 5))
  sheet.bare(line('M40 572H160M300 572H420M560 572H680M820 572H940M1080 572H1180', 6))
  const body = 'M170 514V282Q170 250 202 250H900Q944 250 956 292L982 400V514Z'
  sheet.paste('brick', path(body, 0.95))
  for (const [at, left] of [206, 356, 506, 656].entries()) {
    sheet.paste('amber', rect(left, 284, 130, 116, 0.35, 8))
    passenger(left + 58, at)
  }
  const windscreen = 'M808 284H896Q912 284 918 302L942 400H808Z'
  sheet.bare(path(windscreen), rect(176, 438, 800, 14), rect(952, 466, 28, 20, 0, 6))
  sheet.print('amber', path(windscreen, 0.35), rect(952, 466, 28, 20, 1, 6))
  sheet.print('night', line(body, 6), line('M862 284V400', 5))
  for (const x of [308, 824]) {
    sheet.bare(circle(x, 516, 52))
    sheet.print('night', circle(x, 516, 48))
    sheet.paste('amber', circle(x, 516, 20, 0.5))
  }

  /** From the side, as far as the sill. */
  function passenger(x: number, at: number): void {
    const tall = (at * 5) % 12
    const head = 336 - tall
    const shoulders = `M${x - 42} 400Q${x - 40} ${head + 34} ${x} ${head + 30}Q${x + 36} ${head + 36} ${x + 38} 400Z`
    const face =
      circle(x + 4, head, 25) + path(`M${x + 24} ${head - 8}L${x + 36} ${head + 5}L${x + 25} ${head + 8}Z`)
    sheet.print('night', face, path(shoulders, at % 2 === 0 ? 1 : 0.75))
    // A hat, a bun, a scarf.
    if (at === 1) sheet.print('night', circle(x - 22, head - 14, 12))
    if (at === 2)
      sheet.print('night', path(`M${x - 26} ${head - 8}Q${x} ${head - 46} ${x + 32} ${head - 8}Z`))
    if (at === 3) sheet.print('brick', rect(x - 22, head + 22, 50, 14, 1, 7))
  }
})

/** A die on a rail at a cricket ground, and a plastic cup, as the light goes. */
export const die = scene(['straw', 'copper', 'pine'], (sheet) => {
  sheet.print('straw', fade(0, 200, 1200, 260, { id: 'dusk', from: 0.2, to: 1 }))
  sheet.print('copper', fade(0, 200, 1200, 260, { id: 'red', from: 0, to: 0.45 }))
  sheet.paste('copper', circle(960, 452, 84, 0.9))
  const hills =
    'M0 460V426Q90 380 170 420Q260 372 350 424Q440 396 520 430Q640 408 760 432Q900 416 1200 438V460Z'
  sheet.print('pine', path(hills, 0.75))
  sheet.paste('straw', rect(0, 460, 1200, 140, 0.7))
  sheet.print('pine', rect(0, 460, 1200, 140, 0.45))
  for (const x of [566, 588, 610]) sheet.print('pine', rect(x, 380, 8, 90))
  sheet.print('pine', rect(562, 374, 28, 6), rect(594, 374, 28, 6))
  sheet.paste('pine', rect(0, 542, 1200, 58))
  sheet.print('pine', ellipse(640, 540, 10, 2))
  const [x, y, side] = [310, 556, 116]
  const lean = side * 0.5
  const top = `M${x - side} ${y - side - lean}L${x} ${y - side - 2 * lean}L${x + side} ${y - side - lean}L${x} ${y - side}Z`
  const outline = `M${x - side} ${y - side - lean}L${x} ${y - side - 2 * lean}L${x + side} ${y - side - lean}V${y - lean}L${x} ${y}L${x - side} ${y - lean}Z`
  sheet.bare(path(outline))
  const right = `M${x} ${y - side}L${x + side} ${y - side - lean}L${x + side} ${y - lean}L${x} ${y}Z`
  const left = `M${x} ${y - side}L${x - side} ${y - side - lean}L${x - side} ${y - lean}L${x} ${y}Z`
  sheet.print('copper', path(right, 0.75), path(left, 0.3))
  sheet.print('straw', path(top, 0.25))
  const edges = `${outline}M${x - side} ${y - side - lean}L${x} ${y - side}L${x + side} ${y - side - lean}M${x} ${y - side}V${y}`
  sheet.print('pine', line(edges, 5))
  // A six lies on top: two rows of three, along the edges that run to the right.
  for (const row of [-1, 1])
    for (const along of [-1, 0, 1])
      sheet.print(
        'pine',
        ellipse(
          x + (along * side) / 3.2 + (row * side) / 4,
          y - side - lean - (along * lean) / 3.2 + (row * lean) / 4,
          15,
          8,
        ),
      )
  sheet.print('pine', ellipse(x - side / 2, y - side / 2 - lean / 2, 10, 14))
  sheet.print('pine', ellipse(x + side * 0.28, y - side * 0.3 - lean * 0.28, 10, 14))
  sheet.print('pine', ellipse(x + side * 0.72, y - side * 0.7 - lean * 0.72, 10, 14))
  serve(sheet, glass('tumbler', 806, 552, 190), {
    level: 0.72,
    drink: { straw: 1, copper: 0.25 },
    foam: { rise: 8, random: seededRandom('shandy') },
    outline: 'pine',
  })
})
