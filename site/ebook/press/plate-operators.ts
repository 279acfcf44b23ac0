import type { Mark } from './read-marks.ts'
import type { Step } from './outline.ts'

/** Distance between the dots of a screen, in units of the drawing. */
const PITCH = 6.4

/** What a plate is printed with. */
interface Drum {
  /** `#rrggbb`. */
  readonly ink: string
  /** Degrees. */
  readonly screenAngle: number
}

/** The PDF operators that draw a plate: ink on white, so that white vanishes when plates are multiplied. */
export function plateOperators(marks: readonly Mark[], { ink, screenAngle }: Drum): string {
  const colour = channels(ink)
  return ['1 J 1 j', ...marks.map((mark) => markOperators(mark, colour, screenAngle))].join('\n')
}

function markOperators({ steps, tone, stroke }: Mark, ink: readonly number[], screenAngle: number): string {
  const drawn = steps.map(([operator, ...numbers]) => [...numbers.map(decimal), operator].join(' ')).join(' ')
  // Lines are too thin for dots: theirs is a paler ink.
  const paint = (colour: readonly number[]) =>
    stroke === undefined
      ? `${colour.map(decimal).join(' ')} rg ${drawn} f`
      : `${colour.map(decimal).join(' ')} RG ${decimal(stroke)} w ${drawn} S`
  if (stroke !== undefined || tone <= 0 || tone >= 1) return paint(ink.map((level) => 1 - (1 - level) * tone))
  return `${paint([1, 1, 1])}\nq ${drawn} W n ${dots(steps, tone, ink, screenAngle)} Q`
}

/** Rows of dots over everything that the steps enclose: dashed lines whose dashes are all cap and no length. */
function dots(steps: readonly Step[], tone: number, ink: readonly number[], screenAngle: number): string {
  const angle = (screenAngle * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corners = steps.flatMap(([, ...numbers]) =>
    numbers.flatMap((x, i) => (i % 2 === 0 ? [[x, numbers[i + 1] ?? 0] as const] : [])),
  )
  const along = corners.map(([x, y]) => x * cos + y * sin)
  const across = corners.map(([x, y]) => y * cos - x * sin)
  // Every screen of one angle has the same origin, so that neighbouring shapes share their dots.
  const first = (values: readonly number[]) => Math.floor(Math.min(...values) / PITCH)
  const last = (values: readonly number[]) => Math.ceil(Math.max(...values) / PITCH)
  const rows: string[] = []
  for (let row = first(across); row <= last(across); row++) {
    const point = (column: number) =>
      [column * cos - row * sin, column * sin + row * cos].map((number) => decimal(number * PITCH)).join(' ')
    rows.push(`${point(first(along))} m ${point(last(along))} l`)
  }
  // Circles of this diameter cover the share `tone` of their squares.
  const diameter = 2 * PITCH * Math.sqrt(tone / Math.PI)
  return `${ink.map(decimal).join(' ')} RG ${decimal(diameter)} w [0.01 ${PITCH - 0.01}] 0 d ${rows.join(' ')} S`
}

function decimal(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** 0 to 1 each. */
function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}
