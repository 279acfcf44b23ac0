import { circle, line, path, place, ring } from '../../src/pictures/shapes.ts'
import { drawHandPump } from './hand-pump.ts'
import type { Ornament } from './ornament.ts'

const CLIP = 'M-104 -60Q0 -84 104 -60V34Q104 66 0 84Q-104 66 -104 34Z'

export const pumpClip: Ornament = {
  alt: 'A hand pump. Its clip says nothing but 4%.',
  draw(sheet) {
    drawHandPump(sheet, 180, 322)
    const clip = (shapes: string) => place(shapes, 180, 176, { scale: 0.8 })
    sheet.bare(clip(path(CLIP)))
    sheet.print('amber', clip(path(CLIP)))
    sheet.print('pine', clip(line(CLIP, 5)))
    // 4, and the sign.
    sheet.print('pine', clip(line('M-30 -42L-68 16H-16M-30 -14V40', 10)))
    sheet.print('pine', clip(ring(24, -20, 13, 8)), clip(ring(62, 26, 13, 8)), clip(line('M68 -36L18 42', 8)))
    sheet.bare(clip(circle(0, 62, 5)))
  },
}
