import type { Ink } from './inks.ts'

/** One drum's share of a picture. */
export interface Plate {
  readonly ink: Ink
  /** Fragments from `shapes.ts`, first drawn first. */
  readonly shapes: readonly string[]
}

/** Two or three plates, printed one over the other. */
export type Scene = readonly Plate[]
