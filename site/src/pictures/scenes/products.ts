import { type Composition, scene } from '../composition.ts'
import type { Ink } from '../inks.ts'
import { sprig } from '../motifs/plants.ts'
import { glass, type GlassKind } from '../motifs/glass.ts'
import { pool, serve, type Serving } from '../motifs/serve.ts'
import { streetLamp } from '../motifs/street-lamp.ts'
import { between, seededRandom } from '../random.ts'
import { circle, ellipse, fade, line, path, place, rect, times } from '../shapes.ts'

// The drinks of the review. Everything that matters stands between 200 and 1,000 across: they are cut square.

const TABLE = 640

interface Pour<Drum extends Ink> extends Pick<Serving<Drum>, 'level' | 'drink'> {
  readonly kind: GlassKind
  readonly height: number
  /** Units of foam above the rim. */
  readonly rise: number
  readonly dark: Drum
}

function pour<Drum extends Ink>(
  sheet: Composition<Drum>,
  { kind, height, rise, dark, ...serving }: Pour<Drum>,
): void {
  const y = TABLE + 70
  sheet.print(dark, pool(600, y - 2, height * 0.24, 0.9))
  serve(sheet, glass(kind, 600, y, height), {
    ...serving,
    foam: { rise, random: seededRandom(kind) },
    outline: dark,
    stroke: 8,
  })
}

export const quarterBellPale = scene(['amber', 'hop'], (sheet) => {
  sheet.print('hop', fade(0, 0, 1200, TABLE, { id: 'room', from: 0.75, to: 0.2 }), rect(0, TABLE, 1200, 160))
  sheet.print('amber', rect(0, TABLE, 1200, 160, 0.4))
  sheet.print('hop', line('M600 0V50', 9))
  const bell = 'M600 44Q650 50 654 110Q658 150 690 166H510Q542 150 546 110Q550 50 600 44Z'
  sheet.bare(path(bell), circle(600, 176, 17))
  sheet.print('amber', path(bell), circle(600, 176, 15))
  sheet.print('hop', line(bell, 7), line('M520 150H680', 4), circle(600, 178, 8))
  pour(sheet, { kind: 'tumbler', height: 460, level: 0.84, rise: 18, drink: { amber: 0.75 }, dark: 'hop' })
})

export const ostlerStreetAmber = scene(['amber', 'rust', 'stout'], (sheet) => {
  sheet.print('stout', fade(0, 0, 1200, TABLE, { id: 'street', from: 0.95, to: 0.45 }))
  const lamp = streetLamp(880, TABLE, { height: 590, arm: -1, tone: 0.7 })
  sheet.print('amber', lamp.cone)
  sheet.print('stout', ...lamp.iron)
  sheet.paste('amber', circle(780, 68, 22))
  sheet.paste('rust', rect(0, TABLE, 1200, 160, 0.6))
  const cobbles = times(60, (i) => {
    const row = Math.floor(i / 15)
    return ellipse((i % 15) * 84 + (row % 2) * 42, TABLE + 22 + row * 40, 36, 15)
  })
  sheet.print('stout', rect(0, TABLE, 1200, 160, 0.35), ...cobbles)
  const handle = 'M702 380Q812 372 812 470T700 566'
  sheet.paste('stout', line(handle, 46))
  sheet.bare(line(handle, 28))
  pour(sheet, {
    kind: 'tumbler',
    height: 410,
    level: 0.82,
    rise: 26,
    drink: { amber: 1, rust: 0.6 },
    dark: 'stout',
  })
  const dimples = times(12, (i) => ellipse(536 + (i % 4) * 43, 470 + Math.floor(i / 4) * 72, 15, 26))
  sheet.print('rust', ...dimples)
})

export const nightjarLager = scene(['straw', 'night'], (sheet) => {
  const random = seededRandom('heath')
  sheet.print('night', fade(0, 0, 1200, TABLE, { id: 'sky', from: 0.96, to: 0.5 }))
  sheet.bare(
    ...times(30, () => circle(between(random, 200, 1000), between(random, 20, 380), between(random, 1.5, 4))),
  )
  sheet.print('night', rect(0, TABLE, 1200, 160))
  const heath = times(
    60,
    (i) =>
      `M${i * 21} ${TABLE + 6}q${between(random, -14, 14)} ${-between(random, 20, 70)} ${between(random, -20, 20)} ${-between(random, 60, 110)}`,
  )
  sheet.print('night', line(heath, 7))
  pour(sheet, { kind: 'flute', height: 600, level: 0.86, rise: 14, drink: { straw: 1 }, dark: 'night' })
  const at = { turn: 24, scale: 1.1 }
  const moth = (shapes: string) => place(shapes, 712, 122, at)
  const wings =
    'M0 0Q-12 -46 -62 -50Q-70 -16 -26 6Q-50 20 -36 44Q-10 38 0 12Q10 38 36 44Q50 20 26 6Q70 -16 62 -50Q12 -46 0 0Z'
  sheet.paste('straw', moth(path(wings, 0.5)))
  const body = 'M0 -8V30M0 -8L-10 -28M0 -8L10 -28'
  sheet.print('night', moth(line(body, 6) + circle(-32, -24, 7) + circle(32, -24, 7)))
})

export const lowMeadowWheat = scene(['straw', 'moss'], (sheet) => {
  const random = seededRandom('meadow')
  sheet.print('straw', rect(0, 0, 1200, 800, 0.6))
  sheet.print('moss', fade(0, 300, 1200, 500, { id: 'meadow', from: 0, to: 1 }))
  for (let i = 0; i < 22; i++) {
    const x = 130 + i * 46 + between(random, -14, 14)
    const top = between(random, 130, 330)
    if (Math.abs(x - 600) < 90) continue
    const grains = times(7, (g) => ellipse(x + (g % 2 === 0 ? -9 : 9), top + g * 18, 8, 15))
    sheet.print('moss', line(`M${x} 800V${top}`, 5), ...grains)
    sheet.print('straw', ...grains)
  }
  pour(sheet, { kind: 'half', height: 520, level: 0.78, rise: 34, drink: { straw: 0.9 }, dark: 'moss' })
})

export const bellwetherStout = scene(['mist', 'copper', 'stout'], (sheet) => {
  sheet.print('mist', rect(0, 0, 1200, TABLE, 0.8))
  sheet.print('copper', rect(0, TABLE, 1200, 160))
  sheet.print('stout', rect(0, TABLE, 1200, 12))
  const handle = 'M716 360Q836 352 836 460T706 566'
  sheet.print('stout', line(handle, 44))
  sheet.bare(line(handle, 26))
  pour(sheet, {
    kind: 'pint',
    height: 480,
    level: 0.78,
    rise: 20,
    drink: { stout: 1, copper: 1 },
    dark: 'stout',
  })
  const bell = 'M0 30Q34 34 36 74Q38 100 56 110H-56Q-38 100 -36 74Q-34 34 0 30Z'
  sheet.print('stout', place(line('M0 -16V30', 6), 836, 470))
  sheet.bare(place(path(bell), 836, 470))
  sheet.print('copper', place(path(bell) + circle(0, 118, 12), 836, 470))
  sheet.print('stout', place(line(bell, 7) + circle(0, 120, 8), 836, 470))
})

export const evenkeelBotanicalBrew = scene(['lime', 'teal'], (sheet) => {
  const random = seededRandom('roots')
  sheet.print('teal', fade(0, 0, 1200, 800, { id: 'water', from: 0.12, to: 0.95 }))
  for (const [x, turn, size] of [
    [330, -60, 1.5],
    [870, -118, 1.5],
    [270, -20, 1.2],
    [930, -160, 1.2],
    [420, -85, 1.7],
    [790, -98, 1.7],
  ] as const) {
    sheet.print('lime', place(line(sprig(190), 15), x, 640, { turn, scale: size }))
    sheet.print('teal', place(line(sprig(190), 5), x, 640, { turn, scale: size }))
  }
  const roots = times(
    16,
    (i) => `M${350 + i * 33} 640q${between(random, -60, 60)} 60 ${between(random, -30, 30)} 150`,
  )
  sheet.print('teal', line(roots, 6))
  const can = 'M520 230Q520 214 536 208H664Q680 214 680 230V560Q680 578 662 586H538Q520 578 520 560Z'
  sheet.bare(path(can))
  sheet.print('lime', rect(520, 318, 160, 170))
  sheet.print('teal', line(can, 8), line('M520 318H680M520 488H680M536 208Q600 222 664 208', 5))
  sheet.print('teal', ellipse(600, 206, 64, 10, 0.6), line('M560 403H640', 9), circle(600, 403, 34, 0.5))
  // Level, whatever the water does.
  sheet.bare(line('M0 590Q150 560 300 590T600 590T900 590T1200 590', 10))
  sheet.bare(line('M0 626Q150 596 300 626T600 626T900 626T1200 626', 5))
})
