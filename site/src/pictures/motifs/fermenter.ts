import { line, path, rect, round } from '../shapes.ts'

/** A conical fermenter on legs that stand at `y`. */
export function fermenter(x: number, y: number, width: number, height: number) {
  const half = width / 2
  const top = y - height
  const shoulder = top + width * 0.22
  const hip = y - height * 0.34
  const tip = y - height * 0.1
  const body = `M${x - half} ${round(shoulder)}Q${x - half} ${round(top)} ${x} ${round(top)}Q${x + half} ${round(top)} ${x + half} ${round(shoulder)}V${round(hip)}L${x + 12} ${round(tip)}H${x - 12}L${x - half} ${round(hip)}Z`
  const leg = (at: number) => `M${round(at)} ${round(hip - 10)}V${y}`
  return {
    body,
    /** The shaded side of the body. */
    shade: path(
      `M${x + half * 0.2} ${round(top + 4)}Q${x + half} ${round(top + 6)} ${x + half} ${round(shoulder)}V${round(hip)}L${x + 12} ${round(tip)}H${x}Z`,
    ),
    /** Outline, bands, legs, valve. */
    lines: [
      line(body, 5),
      line(`M${x - half} ${round(shoulder)}H${x + half}M${x - half} ${round(hip)}H${x + half}`, 4),
      line(leg(x - half * 0.86) + leg(x + half * 0.86), 10),
      rect(x - 9, tip, 18, 26),
      line(`M${x - 26} ${round(tip + 18)}H${x + 26}`, 6),
      rect(x - half * 0.25, top - 18, half * 0.5, 20),
    ],
    valve: { x, y: tip + 18 },
  }
}
