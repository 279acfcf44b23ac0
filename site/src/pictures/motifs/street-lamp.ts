import { circle, line, polygon, rect, round } from '../shapes.ts'

interface LampOptions {
  readonly height: number
  /** 1 for an arm to the right, -1 to the left. */
  readonly arm?: 1 | -1
  readonly tone?: number
}

/** A street lamp whose post stands at `x`, `y`. */
export function streetLamp(x: number, y: number, { height, arm = 1, tone = 0.35 }: LampOptions) {
  const top = y - height
  const reach = height * 0.17 * arm
  const head = x + reach
  return {
    /** Post, arm and hood. */
    iron: [
      line(
        `M${x} ${y}V${round(top + 20)}Q${x} ${round(top)} ${round(x + reach * 0.6)} ${round(top)}H${round(head)}`,
        8,
      ),
      rect(x - 9, y - 60, 18, 60),
      polygon([
        [head - 30, top + 12],
        [head - 12, top - 8],
        [head + 12, top - 8],
        [head + 30, top + 12],
      ]),
    ],
    /** The lamp itself. */
    light: circle(head, top + 18, 15),
    /** The lit area, in a middle tone. */
    cone: polygon(
      [
        [head - 26, top + 16],
        [head + 26, top + 16],
        [head + height * 0.42, y],
        [head - height * 0.42, y],
      ],
      tone,
    ),
  }
}
