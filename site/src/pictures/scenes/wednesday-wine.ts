import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { circle, fade, line, path, rect, round } from '../shapes.ts'

/** A small glass in a square of evening light, and the day it belongs to. */
export const wednesdayWine = scene(['ochre', 'rose', 'plum'], (sheet) => {
  sheet.print('ochre', rect(0, 0, 1200, 800, 0.8))
  sheet.print('plum', fade(0, 0, 1200, 800, { id: 'evening', from: 0.2, to: 0.62 }))
  const boards = [160, 330, 500, 670].map((y) => `M0 ${y}H1200`)
  sheet.print('plum', line(boards, 3))
  light(sheet)
  wineGlass(sheet)
  calendar(sheet)
})

type Sheet = Composition<'ochre' | 'rose' | 'plum'>

function light(sheet: Sheet): void {
  const square = 'M150 120L640 70L700 690L90 740Z'
  sheet.paste('ochre', path(square, 0.38))
  sheet.print('plum', line('M396 96L394 714M126 410L668 388', 16, 0.3))
}

function wineGlass(sheet: Sheet): void {
  const wine = glass('wine', 400, 610, 350)
  const shadow = path('M384 608L424 608L890 790L700 800Z', 0.55)
  sheet.print('plum', shadow)
  sheet.bare(path(wine.outline))
  const line125 = wine.level(0.4)
  const half = wine.halfWidth(0.4)
  sheet.print('rose', path(wine.fill(0.02, 0.4)))
  sheet.print('plum', path(wine.fill(0.02, 0.4), 0.75), line(wine.outline, 6))
  // The line that says how much is enough.
  sheet.print('plum', line(`M${round(400 - half - 16)} ${round(line125)}H${round(400 + half + 16)}`, 4))
  sheet.bare(rect(346, 330, 9, 90, 0, 5))
}

function calendar(sheet: Sheet): void {
  const x = 790
  const y = 110
  sheet.print('plum', rect(x + 12, y + 14, 330, 420, 0.8))
  sheet.bare(rect(x, y, 330, 420))
  sheet.print('plum', rect(x, y, 330, 66), line(`M${x} ${y}H${x + 330}V${y + 420}H${x}Z`, 6))
  sheet.bare(circle(x + 80, y + 22, 9), circle(x + 250, y + 22, 9))
  for (let week = 0; week < 5; week++) {
    for (let day = 0; day < 7; day++) {
      const left = x + 18 + day * 43
      const top = y + 88 + week * 64
      if (day === 3) {
        sheet.print('rose', rect(left, top, 34, 48))
        sheet.print('ochre', rect(left, top, 34, 48, 0.5))
      } else sheet.print('plum', line(`M${left} ${top}h34v48h-34Z`, 3))
    }
  }
  sheet.print('plum', line(`M${x + 152} ${y + 240}l12 14l20 -34`, 6))
}
