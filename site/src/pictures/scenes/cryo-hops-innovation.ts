import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { hopCone } from '../motifs/plants.ts'
import { pool } from '../motifs/serve.ts'
import { between, seededRandom } from '../random.ts'
import { circle, fade, line, path, place, rect, times, within } from '../shapes.ts'

const SIEVE = 452

/** A hop cone cut open over a frosted sieve, and what falls through. */
export const cryoHopsInnovation = scene(['lime', 'violet'], (sheet) => {
  sheet.print('violet', fade(0, 0, 1200, 800, { id: 'cold', from: 0.08, to: 0.72 }))
  cone(sheet)
  sieve(sheet)
  glasses(sheet)
})

type Sheet = Composition<'lime' | 'violet'>

function cone(sheet: Sheet): void {
  const random = seededRandom('glands')
  const leaves = hopCone(600, 30, 420, 380)
  sheet.paste('lime', ...leaves.map((leaf) => path(leaf)))
  for (const leaf of leaves) {
    sheet.print('lime', path(leaf))
    sheet.print('violet', path(leaf, 0), line(leaf, 4))
  }
  sheet.print('violet', line('M600 50Q604 14 644 -6', 8))
  // Cut down the middle: the right half shows the stem and the glands along it.
  const half = 'M600 30H840V440H600Z'
  const outline = 'M600 46Q726 66 772 170Q796 272 706 350Q650 394 600 404Z'
  sheet.bare(path(outline))
  const glands = times(46, () => {
    const y = between(random, 84, 376)
    const reach = 148 * Math.sin((Math.PI * (y - 30)) / 400)
    return circle(600 + between(random, 12, reach), y, between(random, 5, 9))
  })
  const veins = [110, 165, 220, 275, 330].map((y) => `M604 ${y + 20}Q670 ${y - 14} 740 ${y + 8}`)
  sheet.print('lime', within(half, 'cut', path(outline, 0.4)), ...glands)
  sheet.print('violet', line(outline, 5), line(`M604 50V400${veins.join('')}`, 5))
}

function sieve(sheet: Sheet): void {
  const random = seededRandom('sieve')
  sheet.bare(rect(250, SIEVE, 700, 34))
  const mesh = times(34, (i) => `M${262 + i * 20.6} ${SIEVE + 8}V${SIEVE + 26}`)
  sheet.print('violet', line(`M250 ${SIEVE}H950V${SIEVE + 34}H250Z`, 7), line(mesh, 4))
  // Frost on the frame.
  const needles = times(40, () => {
    const x = between(random, 255, 945)
    return `M${x} ${SIEVE}l${between(random, -9, 9)} ${between(random, -20, -8)}`
  })
  sheet.print('violet', line(needles, 3))
  const falling = times(150, () => {
    const share = random()
    const side = random() < 0.7 ? 410 : 790
    const x = side + between(random, -1, 1) * (30 + 120 * (1 - share))
    return circle(x, SIEVE + 42 + share * 130, between(random, 3, 7))
  })
  const caught = times(40, () =>
    circle(between(random, 430, 770), SIEVE - between(random, 4, 30), between(random, 4, 8)),
  )
  sheet.print('lime', ...falling, ...caught)
  sheet.print('violet', ...falling.filter((_, i) => i % 5 === 0))
}

function glasses(sheet: Sheet): void {
  const random = seededRandom('leaf and powder')
  for (const [x, name] of [
    [410, 'powder'],
    [790, 'leaf'],
  ] as const) {
    const tulip = glass('tulip', x, 780, 250)
    sheet.print('violet', pool(x, 778, 60, 0.9))
    sheet.bare(path(tulip.outline))
    const body = tulip.fill(0, 0.72)
    if (name === 'powder') {
      sheet.print('lime', path(body))
      const grains = times(120, () => circle(x + between(random, -72, 72), between(random, 590, 740), 2.6))
      sheet.print('violet', within(body, 'powder', grains.join('')))
    } else {
      const scale =
        path('M-19 0Q0 -24 19 0Q0 18 -19 0Z', 0) + line('M-19 0Q0 -24 19 0Q0 18 -19 0ZM-19 0H14', 4)
      const scales = times(34, () =>
        place(scale, x + between(random, -62, 62), between(random, 600, 735), {
          turn: between(random, 0, 360),
        }),
      )
      sheet.print('lime', path(body, 0.55))
      sheet.print('violet', within(body, 'leaf', scales.join('')))
    }
    sheet.print('violet', line(tulip.outline, 6))
  }
}
