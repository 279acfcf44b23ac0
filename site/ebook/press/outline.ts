/** One step of a drawn line: PDF's move, line, Bézier curve and close, with absolute coordinates. */
export type Step = readonly [operator: 'm' | 'l' | 'c' | 'h', ...numbers: number[]]

/** Where the pen is, and where the curve before it came from. */
interface Pen {
  x: number
  y: number
  startX: number
  startY: number
  /** Control point of the last quadratic curve. */
  controlX: number
  controlY: number
}

const TOKENS = /[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi
const NUMBERS_OF: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, Q: 4, T: 2, C: 6, Z: 0 }

/** SVG path data as steps. Throws on a command that the pictures do not use, such as arcs. */
export function outline(d: string): Step[] {
  const tokens = d.match(TOKENS) ?? []
  const pen: Pen = { x: 0, y: 0, startX: 0, startY: 0, controlX: 0, controlY: 0 }
  const steps: Step[] = []
  let command = ''
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? ''
    if (/[a-z]/i.test(token)) {
      command = token
      at++
    }
    const count = NUMBERS_OF[command.toUpperCase()]
    if (count === undefined) throw new Error(`cannot draw "${command}" in path data "${d}"`)
    steps.push(step(pen, command, tokens.slice(at, at + count).map(Number)))
    at += count
    // Further pairs after a move are lines.
    if (command === 'M') command = 'L'
    if (command === 'm') command = 'l'
  }
  return steps
}

/** Draws one command and moves the pen. */
function step(pen: Pen, command: string, numbers: readonly number[]): Step {
  const upper = command.toUpperCase()
  const relative = command !== upper
  if (upper === 'Z') {
    moveTo(pen, pen.startX, pen.startY)
    return ['h']
  }
  const originX = relative ? pen.x : 0
  const originY = relative ? pen.y : 0
  if (upper === 'H') return lineTo(pen, originX + (numbers[0] ?? 0), pen.y)
  if (upper === 'V') return lineTo(pen, pen.x, originY + (numbers[0] ?? 0))

  const points = numbers.map((number, i) => number + (i % 2 === 0 ? originX : originY))
  const [ax = 0, ay = 0, bx = 0, by = 0, x = 0, y = 0] = points
  switch (upper) {
    case 'M':
      moveTo(pen, ax, ay)
      pen.startX = ax
      pen.startY = ay
      return ['m', ax, ay]
    case 'L':
      return lineTo(pen, ax, ay)
    case 'Q':
      return quadraticTo(pen, ax, ay, bx, by)
    case 'T':
      return quadraticTo(pen, 2 * pen.x - pen.controlX, 2 * pen.y - pen.controlY, ax, ay)
    default:
      moveTo(pen, x, y)
      return ['c', ax, ay, bx, by, x, y]
  }
}

function moveTo(pen: Pen, x: number, y: number): void {
  Object.assign(pen, { x, y, controlX: x, controlY: y })
}

function lineTo(pen: Pen, x: number, y: number): Step {
  moveTo(pen, x, y)
  return ['l', x, y]
}

/** PDF has cubic curves only: their control points lie two thirds of the way to the quadratic one. */
function quadraticTo(pen: Pen, controlX: number, controlY: number, x: number, y: number): Step {
  const third = (from: number, control: number) => from + ((control - from) * 2) / 3
  const curve: Step = [
    'c',
    third(pen.x, controlX),
    third(pen.y, controlY),
    third(x, controlX),
    third(y, controlY),
    x,
    y,
  ]
  moveTo(pen, x, y)
  pen.controlX = controlX
  pen.controlY = controlY
  return curve
}

/** A quarter of a circle as a Bézier curve: how far its control points lie from its ends, in radii. */
const ARC = 0.5523

/** An ellipse around a point, by its two radii. */
export function ellipseOutline(x: number, y: number, rx: number, ry: number): Step[] {
  return roundedOutline(x - rx, y - ry, 2 * rx, 2 * ry, rx, ry)
}

/** A rectangle whose corners are quarters of an ellipse. */
export function roundedOutline(
  x: number,
  y: number,
  width: number,
  height: number,
  rx: number,
  ry: number,
): Step[] {
  const right = x + width
  const bottom = y + height
  const [inX, inY] = [rx * (1 - ARC), ry * (1 - ARC)]
  return [
    ['m', x + rx, y],
    ['l', right - rx, y],
    ['c', right - inX, y, right, y + inY, right, y + ry],
    ['l', right, bottom - ry],
    ['c', right, bottom - inY, right - inX, bottom, right - rx, bottom],
    ['l', x + rx, bottom],
    ['c', x + inX, bottom, x, bottom - inY, x, bottom - ry],
    ['l', x, y + ry],
    ['c', x, y + inY, x + inX, y, x + rx, y],
    ['h'],
  ]
}
