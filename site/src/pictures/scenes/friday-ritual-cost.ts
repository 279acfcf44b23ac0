import { type Composition, scene } from '../composition.ts'
import { glass, type GlassKind } from '../motifs/glass.ts'
import { serve } from '../motifs/serve.ts'
import { between, seededRandom } from '../random.ts'
import { fade, line, path, rect, round, times } from '../shapes.ts'

const STREET = { top: 470, kerb: 690 }

/** A receipt that runs across the table and turns into a street after closing. */
export const fridayRitualCost = scene(['ochre', 'brick', 'stout'], (sheet) => {
  sheet.print('stout', rect(0, 0, 1200, 800))
  sheet.print('brick', fade(0, 0, 1200, 800, { id: 'table', from: 0.2, to: 1 }))
  const grain = seededRandom('grain')
  const boards = times(
    13,
    (i) =>
      `M0 ${30 + i * 62 + between(grain, -8, 8)}Q600 ${20 + i * 62} 1200 ${30 + i * 62 + between(grain, -8, 8)}`,
  )
  sheet.bare(line(boards, 1.6))
  receipt(sheet)
  shops(sheet)
  glasses(sheet)
})

type Sheet = Composition<'ochre' | 'brick' | 'stout'>

/** Curls at the top right, falls to the left, and runs off to the right as a pavement. */
function receipt(sheet: Sheet): void {
  const strip = `M880 40Q780 16 700 60Q420 200 250 330Q150 408 120 ${STREET.top}V${STREET.kerb}H1200V${STREET.top}H440Q640 330 900 190Q960 150 930 96Q912 60 880 40Z`
  sheet.paste('ochre', path(strip, 0.28))
  sheet.print('stout', path(`M880 40Q930 70 930 96Q920 130 872 150Q842 108 880 40Z`))
  const items = times(8, (i) => {
    const x = 668 - i * 48
    const y = 122 + i * 37 + i * i * 0.7
    const dx = 96
    const dy = 56
    return `M${round(x)} ${round(y)}l${round(dx * (i % 3 === 0 ? 1 : 0.7))} ${round(dy * (i % 3 === 0 ? 1 : 0.7))}M${round(x + dx * 1.35)} ${round(y + dy * 1.35)}l34 20`
  })
  sheet.print('stout', line(items, 8))
}

/** Shutters down, one after the other. */
function shops(sheet: Sheet): void {
  const fronts = times(7, (i) => ({ x: 150 + i * 152, width: 134, tall: [0, 26, 8, 34, 14, 30, 4][i] ?? 0 }))
  for (const [i, { x, width, tall }] of fronts.entries()) {
    const top = STREET.top + 22 - tall
    sheet.bare(rect(x, top, width, STREET.kerb - top - 24))
    if (i % 2 === 0) sheet.print('brick', rect(x, top, width, STREET.kerb - top - 24, 0.55))
    else sheet.print('ochre', rect(x, top, width, STREET.kerb - top - 24, 0.9))
    const shutter = times(8, (row) => `M${x + 12} ${top + 66 + row * 13}h${width - 24}`)
    sheet.bare(rect(x + 12, top + 56, width - 24, STREET.kerb - top - 80))
    sheet.print('stout', line(shutter, 4), rect(x, top + 22, width, 26))
    sheet.print('stout', line(`M${x} ${STREET.kerb - 24}V${top}h${width}V${STREET.kerb - 24}`, 5))
    sheet.bare(line(`M${x + 18} ${top + 35}h${width - 60 - (i % 3) * 14}`, 6))
  }
  sheet.print('stout', line(`M120 ${STREET.kerb - 22}H1200`, 6))
}

function glasses(sheet: Sheet): void {
  const random = seededRandom('round')
  const stand: readonly (readonly [GlassKind, number, number, number])[] = [
    ['pint', 190, 786, 250],
    ['goblet', 330, 790, 200],
    ['half', 456, 788, 150],
    ['flute', 566, 790, 220],
  ]
  for (const [i, [kind, x, y, height]] of stand.entries()) {
    serve(sheet, glass(kind, x, y, height), {
      level: [0.82, 0.5, 0.28, 0.6][i] ?? 0,
      drink: { ochre: 1, brick: [0.4, 1, 0.7, 0][i] ?? 0 },
      ...(i === 0 && { foam: { rise: 10, random } }),
      outline: 'stout',
      stroke: 6,
    })
  }
}
