import { glass } from '../../src/pictures/motifs/glass.ts'
import { serve } from '../../src/pictures/motifs/serve.ts'
import { seededRandom } from '../../src/pictures/random.ts'
import { ROOM, type Sheet } from './ornament.ts'

const FULL = 0.9
/** Fill level on the last page. */
const INCH = 0.12
const LAST_PAGE = 25

/** Fill level on a page: full on the first, half on the thirteenth, an inch on the last. */
export function glassLevel(page: number): number {
  const drunk = (page - 1) / (LAST_PAGE - 1)
  return FULL - (FULL - INCH) * drunk
}

/** The book's one glass, a sip lower on each page. */
export function drawBookGlass(sheet: Sheet, page: number): void {
  const pint = glass('pint', ROOM.glass, ROOM.bar - 2, 172)
  serve(sheet, pint, {
    level: glassLevel(page),
    drink: { amber: 1, copper: 0.3 },
    ...(page === 1 && { foam: { rise: 9, random: seededRandom('book') } }),
    outline: 'pine',
    stroke: 4.5,
  })
}
