import { VERDICTS } from '@half-measure/shared/stats/experiments-result.ts'
import { describe, expect, it } from 'vitest'
import { afterLabel, VERDICT_LABELS } from './verdict.ts'

describe('VERDICT_LABELS', () => {
  it('has a different word for each verdict', () => {
    const labels = VERDICTS.map((kind) => VERDICT_LABELS[kind].label)
    expect(new Set(labels).size).toBe(VERDICTS.length)
  })
})

describe('afterLabel', () => {
  it('does not say the label twice', () => {
    expect(afterLabel('Too early', 'Too early: day 3 of at least 7.')).toBe('Day 3 of at least 7.')
  })

  it('leaves other sentences as they are', () => {
    expect(afterLabel('Stop', '“b” is worse than “a”. Stop “b”.')).toBe('“b” is worse than “a”. Stop “b”.')
    expect(afterLabel('Keep', 'Keeping it is fine.')).toBe('Keeping it is fine.')
  })
})
