import { describe, expect, it } from 'vitest'
import { badgeColour, gradedScore, letterGrade, ringColour, ringScore } from './grade.ts'

describe('letterGrade', () => {
  it.each([
    [10, 'A+'],
    [9, 'A+'],
    [8.9, 'A'],
    [8.5, 'A'],
    [8, 'A-'],
    [7.5, 'B+'],
    [7.2, 'B'],
    [6.5, 'B-'],
    [6.1, 'C+'],
    [5.6, 'C'],
    [5.2, 'C-'],
    [4.5, 'D+'],
    [4.4, 'D'],
  ])('gives %d the grade %s', (score, grade) => {
    expect(letterGrade(score)).toBe(grade)
  })
})

describe('ringColour', () => {
  it.each([
    [8, 'green'],
    [7.9, 'yellow'],
    [6, 'yellow'],
    [5.9, 'orange'],
    [4, 'orange'],
    [3.9, 'red'],
  ] as const)('paints %d %s', (score, colour) => {
    expect(ringColour(score)).toBe(colour)
  })
})

describe('badgeColour', () => {
  it.each([
    [6, 'yellow', 'green'],
    [3, 'green', 'green'],
    [5.9, 'red', 'amber'],
    [5.5, 'orange', 'amber'],
    [5.4, 'orange', 'yellow'],
  ] as const)('of %d with the custom colour %s is %s', (score, custom, badge) => {
    expect(badgeColour(score, custom)).toBe(badge)
  })
})

describe('a score that is text', () => {
  it('shows 8.5 in the ring and is graded by its number', () => {
    expect(ringScore('6.1/10')).toBe(8.5)
    expect(letterGrade(gradedScore('6.1/10'))).toBe('C+')
  })

  it('is no matter for a score that is a number', () => {
    expect(ringScore(6.1)).toBe(6.1)
    expect(gradedScore(6.1)).toBe(6.1)
  })
})
