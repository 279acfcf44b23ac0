import { type ExperimentResult, VERDICTS } from '@half-measure/shared/stats/experiments-result.ts'
import { describe, expect, it } from 'vitest'
import { afterLabel, afterVerdicts, VERDICT_LABELS } from './verdict.ts'

it('VERDICT_LABELS has a different word for each verdict', () => {
  const labels = VERDICTS.map((kind) => VERDICT_LABELS[kind].label)
  expect(new Set(labels).size).toBe(VERDICTS.length)
})

it('VERDICT_LABELS call no difference none: one below the planned size is left open', () => {
  expect(VERDICT_LABELS.no_difference).toEqual({ label: 'No large difference', tone: 'open' })
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

describe('afterVerdicts', () => {
  const variant = (sentence: string) => ({ verdict: { kind: 'keep', sentence } })
  const variants = [
    { verdict: null },
    variant('Keep “b”.'),
    variant('Keep “c”.'),
  ] as ExperimentResult['variants']

  it('is what is said of the whole test', () => {
    expect(
      afterVerdicts({ variants, sentence: 'Keep “b”. Keep “c”. The difference between them is not tested.' }),
    ).toBe('The difference between them is not tested.')
  })

  it('is nothing where the verdicts say it all, and where the test has a sentence of its own', () => {
    expect(afterVerdicts({ variants, sentence: 'Keep “b”. Keep “c”.' })).toBe('')
    expect(afterVerdicts({ variants, sentence: 'The result cannot be trusted.' })).toBe('')
  })
})
