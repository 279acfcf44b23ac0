import { formatCount } from '../../format/number.ts'

interface FirstDays {
  views: number
  median: number
}

/** `1,204, 1.5 times the median`, `300, half the median`: how an article began, against the others. */
export function againstMedian({ views, median }: FirstDays): string {
  if (median === 0) return formatCount(views)
  const times = views / median
  const words = times >= 0.95 && times <= 1.05 ? 'the median' : `${times.toFixed(1)} × the median`
  return `${formatCount(views)}, ${words}`
}
