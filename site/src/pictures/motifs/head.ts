import type { Composition } from '../composition.ts'
import type { Ink } from '../inks.ts'
import { circle, ellipse, line, path, within } from '../shapes.ts'

export const FACE =
  'M474 330C474 212 530 166 600 166C670 166 726 212 726 330C726 452 672 528 600 528C528 528 474 452 474 330Z'
export const NECK = 'M536 430V572Q600 640 664 572V430Z'
export const SHOULDERS = 'M196 800Q206 634 424 584L536 552Q600 640 664 552L776 584Q994 634 1004 800Z'
/** The side away from the light, as far as the ridge of the nose. */
const SHADE = 'M604 150C596 232 606 276 602 318Q622 366 628 396Q622 412 600 412Q606 462 596 540H760V150Z'

interface Head<Drum extends Ink> {
  readonly skin: Drum
  /** Tones of the lit side and of the shaded one. */
  readonly tones: readonly [light: number, shade: number]
  readonly dark: Drum
  readonly clothes: Drum
  readonly clothesTone?: number
}

/** A head and shoulders without hair. */
export function head<Drum extends Ink>(
  sheet: Composition<Drum>,
  { skin, tones, dark, clothes, clothesTone = 1 }: Head<Drum>,
): void {
  const [light, shade] = tones
  const ears = [ellipse(472, 352, 20, 34, light), ellipse(728, 352, 20, 34, shade)]
  sheet.paste(clothes, path(SHOULDERS, clothesTone))
  // The neck, in the chin's shadow.
  sheet.paste(skin, path(NECK, shade))
  sheet.print(dark, within(NECK, 'neck', ellipse(606, 500, 96, 72, 0.5)))
  sheet.bare(path(FACE), ...ears)
  sheet.print(skin, ...ears, path(FACE, light), within(FACE, 'face', path(SHADE, shade)))
  // Brows, lids, eyes and mouth.
  sheet.print(dark, line('M516 296Q544 278 576 290M626 290Q658 278 686 296', 9))
  sheet.print(dark, line('M524 342Q547 324 572 342M630 342Q654 324 678 342', 6))
  sheet.print(dark, circle(549, 342, 9), circle(655, 342, 9), line('M562 458Q600 474 642 454', 7))
}
