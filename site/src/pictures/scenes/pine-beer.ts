import { type Composition, scene } from '../composition.ts'
import { conifer, sprig } from '../motifs/plants.ts'
import { glass } from '../motifs/glass.ts'
import { pool, serve } from '../motifs/serve.ts'
import { between, seededRandom } from '../random.ts'
import { circle, fade, line, place, rect, times } from '../shapes.ts'

const GROUND = 660

/** A glass among the trunks of a plantation, its foam a cloud like the others. */
export const pineBeer = scene(['amber', 'moss', 'pine'], (sheet) => {
  const random = seededRandom('compartment nine')
  sheet.print('moss', rect(0, 0, 1200, GROUND, 0.32))
  sheet.print('pine', fade(0, 0, 1200, 300, { id: 'sky', from: 0.3, to: 0.04 }))
  for (const [x, y, size] of [
    [180, 130, 1.1],
    [930, 90, 1.3],
    [560, 60, 0.8],
  ] as const) {
    sheet.bare(place(cloud(), x, y, { scale: size }))
  }
  const far = times(22, (i) => conifer(i * 58 - 10, GROUND + 10, between(random, 190, 330), 96, 0.55))
  sheet.print('pine', ...far)
  sheet.print('moss', ...far)
  trunks(sheet)
  sheet.paste('moss', rect(0, GROUND, 1200, 140))
  sheet.print('pine', fade(0, GROUND, 1200, 140, { id: 'needles', from: 0.25, to: 0.9 }))
  beer(sheet)
})

type Sheet = Composition<'amber' | 'moss' | 'pine'>

function cloud(): string {
  return (
    circle(-62, 12, 38, 0) + circle(-16, -10, 52, 0) + circle(44, 4, 44, 0) + rect(-98, 10, 186, 40, 0, 20)
  )
}

function trunks(sheet: Sheet): void {
  const random = seededRandom('trunks')
  for (const x of [40, 128, 236, 330, 870, 968, 1060, 1158]) {
    const width = between(random, 34, 52)
    sheet.paste('pine', rect(x - width / 2, 0, width, GROUND + 40))
    sheet.print('moss', rect(x - width / 2, 0, width * 0.35, GROUND + 40))
    const stubs = times(6, () => {
      const y = between(random, 60, 560)
      const side = random() < 0.5 ? -1 : 1
      return `M${x} ${y}l${side * between(random, 36, 60)} ${-between(random, 8, 26)}`
    })
    sheet.print('pine', line(stubs, 6))
  }
}

function beer(sheet: Sheet): void {
  const tall = glass('tumbler', 600, 730, 440)
  sheet.print('pine', pool(600, 728, 118, 1))
  serve(sheet, tall, { level: 0.8, drink: { amber: 1 }, outline: 'pine', stroke: 7 })
  // The foam is cut from the same paper as the clouds.
  const foam =
    circle(520, 300, 56, 0) +
    circle(596, 262, 74, 0) +
    circle(676, 298, 58, 0) +
    rect(478, 296, 246, 84, 0, 36)
  const rim =
    circle(520, 300, 61) + circle(596, 262, 79) + circle(676, 298, 63) + rect(473, 291, 256, 92, 1, 40)
  sheet.print('pine', rim)
  sheet.bare(foam)
  const twig = line(sprig(330), 8)
  sheet.bare(place(line(sprig(330), 20), 470, 322, { turn: -14 }))
  sheet.print('pine', place(twig, 470, 322, { turn: -14 }))
  sheet.print('moss', place(line(sprig(330), 13), 470, 322, { turn: -14 }))
}
