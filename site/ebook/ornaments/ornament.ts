import { type Composition, composition } from '../../src/pictures/composition.ts'

/** A small scene on the bar, left of the book's glass. */
export interface Ornament {
  /** Text for readers who cannot see it. */
  readonly alt: string
  draw(sheet: Sheet): void
}

/** The booklet is printed in three inks. */
type BookInk = 'amber' | 'copper' | 'pine'

export type Sheet = Composition<BookInk>

/** A drink, in tones of ink. */
export type Drink = Partial<Record<BookInk, number>>

/** A sheet with the three inks of the book and nothing on it yet. */
export function emptySheet(): Sheet {
  return composition('amber', 'copper', 'pine')
}

/** Layout of the drawing, in its units. */
export const ROOM = { width: 640, bar: 340, glass: 591 } as const
