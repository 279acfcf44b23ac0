import type { Ink } from './inks.ts'

/** A picture while it is being drawn. What is drawn later lies in front. */
export interface Composition<Drum extends Ink = Ink> {
  /** Prints shapes in one ink. */
  print(ink: Drum, ...shapes: readonly string[]): void
  /** Leaves the paper bare where the shapes are, whatever their tone: they cut into every ink. */
  bare(...shapes: readonly string[]): void
  /** Covers what lies behind shapes, and prints them in one ink. */
  paste(ink: Drum, ...shapes: readonly string[]): void
  readonly scene: Scene
}

const ANY_TONE = /rgb\(\d+,\d+,\d+\)/g
const BARE = 'rgb(255,255,255)'

/** An empty sheet for these inks, the first of them printed first. */
export function composition<Drum extends Ink>(...inks: readonly Drum[]): Composition<Drum> {
  const plates = inks.map((ink) => ({ ink, shapes: [] as string[] }))
  const sheet: Composition<Drum> = {
    print(ink, ...shapes) {
      plates.find((plate) => plate.ink === ink)?.shapes.push(...shapes)
    },
    bare(...shapes) {
      const holes = shapes.map((shape) => shape.replaceAll(ANY_TONE, BARE))
      for (const plate of plates) plate.shapes.push(...holes)
    },
    paste(ink, ...shapes) {
      sheet.bare(...shapes)
      sheet.print(ink, ...shapes)
    },
    scene: plates,
  }
  return sheet
}

/** A scene in these inks, the first of them printed first. @param draw onto the empty sheet, back to front. */
export function scene<Drum extends Ink>(
  inks: readonly Drum[],
  draw: (sheet: Composition<Drum>) => void,
): () => Scene {
  return () => {
    const sheet = composition(...inks)
    draw(sheet)
    return sheet.scene
  }
}

/** One drum's share of a picture. */
export interface Plate {
  readonly ink: Ink
  /** Fragments from `shapes.ts`, first drawn first. */
  readonly shapes: readonly string[]
}

/** Two or three plates, printed one over the other. */
export type Scene = readonly Plate[]
