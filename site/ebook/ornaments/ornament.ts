import { type Composition, composition } from '../../src/pictures/composition.ts'

/** A small scene on the bar: what stands to the left of the book's glass. */
export interface Ornament {
  /** What a reader who cannot see it should know. */
  readonly alt: string
  draw(sheet: Sheet): void
}

/** The booklet is printed in three inks. */
type BookInk = 'amber' | 'copper' | 'pine'

export type Sheet = Composition<BookInk>

/** What is in a glass, in tones of ink. */
export type Drink = Partial<Record<BookInk, number>>

/** A sheet with the three inks of the book and nothing on it yet. */
export function emptySheet(): Sheet {
  return composition('amber', 'copper', 'pine')
}

/** Where things stand, and how much room there is. Units of the drawing. */
export const ROOM = { width: 640, bar: 340, glass: 591 } as const
