import { formatCount } from '../../format/number.ts'

interface FirstDays {
  views: number
  median: number
}

/** `1.6 × the median of 905`: how an article began, held against the others. */
export function againstMedian({ views, median }: FirstDays): string {
  if (median === 0) return 'median 0'
  const times = (views / median).toFixed(1)
  return times === '1.0' ? 'the median' : `${times} × the median of ${formatCount(Math.round(median))}`
}
