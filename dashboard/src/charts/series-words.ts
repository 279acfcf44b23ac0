import { sentenceCase, type SeriesPoint } from './prepare-series.ts'

/**
 * A bucket to be read out: `Friday 6 November 2026: 261, up 24.3% against 210 on Friday 9 October 2026. Published:
 * The Cold Sieve.`
 */
export function seriesWords(point: SeriesPoint, happened: readonly string[]): string {
  const { title, figure, incomplete, delta, comparedFigure, comparedTitle } = point
  const change = delta && (delta.direction === 'flat' ? 'unchanged' : `${delta.direction} ${delta.amount}`)
  const against = comparedTitle === null ? null : `against ${comparedFigure} ${comparedTitle}`
  const words = [
    `${sentenceCase(title)}${incomplete ? ', so far' : ''}: ${figure}`,
    [change, against].filter(Boolean).join(' '),
  ]
  return [words.filter(Boolean).join(', '), ...happened].map((sentence) => `${sentence}.`).join(' ')
}
