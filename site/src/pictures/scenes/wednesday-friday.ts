import { type Composition, scene } from '../composition.ts'
import { bust, crowd } from '../motifs/people.ts'
import { seededRandom } from '../random.ts'
import { circle, fade, line, path, rect, times, within } from '../shapes.ts'

const ARCH = { width: 150, top: 330, spring: 420, ground: 690 }

/** Seven windows under the viaduct; the week is in the third. */
export const wednesdayFriday = scene(['amber', 'plum', 'night'], (sheet) => {
  sheet.print('amber', fade(0, 0, 1200, 300, { id: 'dusk', from: 0.1, to: 0.85 }))
  sheet.print('plum', fade(0, 0, 1200, 300, { id: 'dusk2', from: 0.75, to: 0.12 }))
  train(sheet)
  viaduct(sheet)
  for (let day = 0; day < 7; day++) window(sheet, day)
  sheet.print('night', rect(0, ARCH.ground, 1200, 110))
  sheet.bare(line('M0 722H1200', 4))
})

type Sheet = Composition<'amber' | 'plum' | 'night'>

function train(sheet: Sheet): void {
  for (const x of [520, 770, 1020]) {
    sheet.paste('night', rect(x, 168, 236, 78, 1, 12))
    for (let i = 0; i < 5; i++) {
      sheet.paste('amber', rect(x + 18 + i * 42, 186, 30, 26, 1, 4))
    }
  }
  sheet.print('night', line('M508 226H1200', 6))
}

function left(day: number): number {
  return 36 + day * 164
}

function arch(x: number, inset: number): string {
  const { width, top, ground } = ARCH
  const radius = width / 2 - inset
  return `M${x + inset} ${ground}V${top + width / 2}A${radius} ${radius} 0 0 1 ${x + width - inset} ${top + width / 2}V${ground}Z`
}

function viaduct(sheet: Sheet): void {
  sheet.paste('plum', rect(0, 246, 1200, 450))
  sheet.print('night', rect(0, 246, 1200, 26), rect(0, 246, 1200, 450, 0.45))
  const bricks: string[] = []
  for (let row = 0; row < 16; row++) {
    for (let column = 0; column < 21; column++) {
      if ((row * 7 + column * 3) % 5 < 2) bricks.push(`M${column * 60 + (row % 2) * 30} ${292 + row * 26}h36`)
    }
  }
  sheet.print('night', line(bricks, 3))
}

function window(sheet: Sheet, day: number): void {
  const random = seededRandom(`day ${day}`)
  const x = left(day)
  const pane = arch(x, 12)
  sheet.bare(path(pane))
  sheet.print('night', line(arch(x, 2), 10))
  const sill = 640
  if (day === 2) {
    sheet.print('amber', path(pane))
    const back = crowd(x + 6, x + ARCH.width - 6, sill - 84, 78, random) + rect(x, sill - 88, ARCH.width, 88)
    const front = crowd(x - 6, x + ARCH.width + 6, sill - 26, 84, random) + rect(x, sill - 30, ARCH.width, 30)
    sheet.print('plum', within(pane, 'back', back))
    sheet.print('night', within(pane, 'front', front))
    sheet.bare(circle(x + 75, 372, 12))
  } else if (day === 4) {
    sheet.print('amber', path(pane, 0.5))
    sheet.print('night', path(pane, 0.45))
    sheet.print('night', bust(x + 42, sill - 30, 84), bust(x + 110, sill - 30, 84))
    sheet.print('night', rect(x + 12, sill - 30, 126, 12))
    const bones = times(6, (i) => rect(x + 40 + i * 12, sill - 46, 8, 15, 0))
    sheet.bare(...bones)
  } else {
    sheet.print('night', path(pane, day % 2 === 0 ? 0.9 : 0.8))
    sheet.print('plum', path(pane, 0.4))
  }
  const bars = `M${x + 75} 342V${sill}M${x + 12} 450H${x + 138}`
  sheet.print('night', line(bars, day === 2 || day === 4 ? 5 : 4), rect(x + 4, sill, 142, 50))
  sheet.bare(line(`M${x + 16} ${sill + 24}h118`, 3))
}
