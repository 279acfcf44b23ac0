import { describe, expect, it } from 'vitest'
import { rect } from '../../src/pictures/shapes.ts'
import { plateOperators } from './plate-operators.ts'
import { readMarks } from './read-marks.ts'

const drum = { ink: '#ff8000', screenAngle: 0 }
const plate = (...shapes: string[]) => plateOperators(readMarks(shapes), drum)

describe('plateOperators', () => {
  it('prints full tone in the ink', () => {
    expect(plate(rect(0, 0, 10, 10))).toMatch(/^1 J 1 j\n1 0\.5 0 rg 0 0 m .* h f$/)
  })

  it('leaves the paper bare where there is no tone', () => {
    expect(plate(rect(0, 0, 10, 10, 0))).toContain('1 1 1 rg')
  })

  it('prints a middle tone as round dots within the shape, on a hole in what was there before', () => {
    const [, hole = '', screen = ''] = plate(rect(0, 0, 64, 64, 0.5)).split('\n')
    expect(hole).toMatch(/^1 1 1 rg .* f$/)
    expect(screen).toMatch(/^q .* W n 1 0\.5 0 RG [\d.]+ w \[0\.01 [\d.]+\] 0 d .* S Q$/)
  })

  it('covers with dots the share of the shape that the tone says', () => {
    const screen = plate(rect(0, 0, 64, 64, 0.3))
    const diameter = Number(/RG ([\d.]+) w/.exec(screen)?.[1])
    const pitch = 0.01 + Number(/\[0\.01 ([\d.]+)\]/.exec(screen)?.[1])
    expect((Math.PI * (diameter / 2) ** 2) / pitch ** 2).toBeCloseTo(0.3, 2)
  })
})
