export const MAX_SCORE = 10

/** The ring's value for a score that is text. */
const TEXT_RING = 8.5

export type ScoreColour = 'green' | 'yellow' | 'orange' | 'red'
export type BadgeColour = 'green' | 'amber' | 'yellow'

/** The number in the ring: the score itself, or 8.5 where the score is text. */
export function ringScore(score: number | string): number {
  return typeof score === 'string' ? TEXT_RING : score
}

/** The number behind the letter: text is read as a number. */
export function gradedScore(score: number | string): number {
  return typeof score === 'string' ? Number.parseFloat(score) : score
}

/** By share of the maximum: green from 80 %, yellow from 60 %, orange from 40 %, else red. */
export function ringColour(score: number): ScoreColour {
  const percent = (score / MAX_SCORE) * 100
  if (percent >= 80) return 'green'
  if (percent >= 60) return 'yellow'
  return percent >= 40 ? 'orange' : 'red'
}

const GRADES = [
  [9, 'A+'],
  [8.5, 'A'],
  [8, 'A-'],
  [7.5, 'B+'],
  [7, 'B'],
  [6.5, 'B-'],
  [6, 'C+'],
  [5.5, 'C'],
  [5, 'C-'],
  [4.5, 'D+'],
] as const

/** From A+ at 9 to D+ at 4.5; D below. */
export function letterGrade(score: number): string {
  return GRADES.find(([from]) => score >= from)?.[1] ?? 'D'
}

/** The colour of a grade; a product painted green is green whatever its score. */
export function badgeColour(score: number, customColor: string): BadgeColour {
  if (customColor === 'green' || score >= 6) return 'green'
  return score >= 5.5 ? 'amber' : 'yellow'
}
