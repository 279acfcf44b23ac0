import { formatCount } from '../../format/number.ts'

/** `1.6 × the median of 905`: how an article began, compared with the others. */
export function comparedWithMedian({ views, median }: { views: number; median: number }): string {
  if (median === 0) return 'median 0'
  const times = (views / median).toFixed(1)
  return times === '1.0' ? 'the median' : `${times} × the median of ${formatCount(Math.round(median))}`
}

/** `14% of 6 min`: engaged time as a share of the reading time. */
export function shareOfReadingTime(part: number, minutes: number): string {
  return `${Math.round(part * 100)}% of ${minutes} min`
}
