import { describe, expect, it } from 'vitest'
import { progressLine } from './progress-line.ts'
import { Written } from './written.ts'

describe('progressLine', () => {
  it('shows how far it has got', () => {
    const written = new Written()
    written.visits = 5_000
    expect(progressLine(written, 20_000, 2_000)).toBe(
      '██████░░░░░░░░░░░░░░░░░░ 5,000 of 20,000 visits, 0 events, 0 a second',
    )
  })
})
