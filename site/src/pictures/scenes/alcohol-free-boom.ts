import { type Composition, scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { pool, serve } from '../motifs/serve.ts'
import { seededRandom } from '../random.ts'
import { circle, fade, line, path, rect, ring, times } from '../shapes.ts'

const COUNTER = 620

/** A still rising out of a beer, and the little tank where the difference goes. */
export const alcoholFreeBoom = scene(['amber', 'hop'], (sheet) => {
  sheet.print('hop', fade(0, 0, 1200, COUNTER, { id: 'room', from: 0.5, to: 0.08 }))
  sheet.print('hop', rect(0, COUNTER, 1200, 180))
  sheet.print('amber', rect(0, COUNTER, 1200, 180, 0.5))
  sheet.bare(line(`M0 ${COUNTER + 16}H1200`, 4))
  taps(sheet)
  tank(sheet)
  column(sheet)
})

type Sheet = Composition<'amber' | 'hop'>

function column(sheet: Sheet): void {
  const beer = glass('pint', 330, 740, 300)
  sheet.print('hop', pool(330, 738, 70, 1))
  serve(sheet, beer, {
    level: 0.78,
    drink: { amber: 1 },
    foam: { rise: 16, random: seededRandom('beer') },
    outline: 'hop',
    stroke: 8,
  })
  sheet.paste('amber', rect(272, 90, 116, 372, 0.45, 18))
  sheet.print('amber', rect(338, 90, 50, 372, 1, 18))
  const trays = times(9, (i) => `M272 ${128 + i * 37}H388`)
  const jacket = 'M290 90H370Q388 90 388 108V444Q388 462 370 462H290Q272 462 272 444V108Q272 90 290 90Z'
  sheet.print('hop', line(jacket, 8), line(trays, 4))
  for (let i = 0; i < 3; i++) {
    const y = 165 + i * 111
    sheet.bare(circle(300, y, 15))
    sheet.print('hop', ring(300, y, 15, 5), line(`M300 ${y}l7 -9`, 4))
  }
  sheet.print('hop', line('M330 90V54Q330 34 350 34H560', 10))
}

function tank(sheet: Sheet): void {
  // What leaves the top, thinner and thinner, curls down into the tank.
  sheet.bare(line('M560 34Q690 34 690 110T620 190T560 270T650 350T640 430', 16))
  sheet.print('amber', line('M560 34Q690 34 690 110T620 190T560 270T650 350T640 430', 7))
  sheet.bare(rect(560, 440, 160, 190, 0, 26))
  sheet.print('amber', rect(560, 540, 160, 90, 0.8, 22))
  const edge = 'M586 440H694Q720 440 720 466V604Q720 630 694 630H586Q560 630 560 604V466Q560 440 586 440Z'
  sheet.print('hop', line(edge, 8), rect(622, 424, 36, 18), line('M580 630V660M700 630V660', 12))
  // Locked.
  sheet.paste('hop', rect(612, 520, 56, 46, 1, 6))
  sheet.print('hop', line('M624 520V504Q624 486 640 486T656 504V520', 8))
  sheet.bare(circle(640, 540, 6), line('M640 540V552', 5))
}

function taps(sheet: Sheet): void {
  sheet.bare(rect(770, 508, 410, 34, 0, 17))
  sheet.print('hop', line('M787 508H1163Q1180 508 1180 525T1163 542H787Q770 542 770 525T787 508Z', 6))
  sheet.print('hop', rect(806, 542, 26, 90), rect(1118, 542, 26, 90))
  for (let i = 0; i < 8; i++) {
    const x = 800 + i * 50
    const handle = `M${x - 12} 372Q${x} 360 ${x + 12} 372L${x + 8} 482H${x - 8}Z`
    sheet.bare(path(handle))
    if (i === 5) sheet.print('amber', path(handle))
    else if (i % 2 === 0) sheet.print('hop', path(handle))
    sheet.print('hop', line(handle, 5), rect(x - 7, 482, 14, 26), line(`M${x} 542V562L${x - 6} 574`, 8))
  }
}
