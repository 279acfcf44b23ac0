import { scene } from '../composition.ts'
import { glass } from '../motifs/glass.ts'
import { pool, serve } from '../motifs/serve.ts'
import { circle, fade, rect } from '../shapes.ts'

/** The house's own: one glass, exactly half full, and the moon likewise. */
export const halfMeasure = scene(['amber', 'copper', 'pine'], (sheet) => {
  sheet.print('pine', fade(0, 0, 1200, 610, { id: 'evening', from: 0.95, to: 0.35 }))
  sheet.print('copper', rect(0, 610, 1200, 190))
  sheet.print('pine', rect(0, 610, 1200, 10))
  sheet.paste('amber', circle(880, 190, 78))
  sheet.print('pine', rect(795, 104, 170, 86, 0.86))
  const half = glass('pint', 600, 720, 520)
  sheet.print('pine', pool(600, 718, 128, 0.85))
  serve(sheet, half, { level: 0.5, drink: { amber: 1, copper: 0.3 }, outline: 'pine', stroke: 9 })
})
