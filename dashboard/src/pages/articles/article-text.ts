import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'

/** `1.6 × the median of 905`: how an article began, compared with the others. */
export function comparedWithMedian({ views, median }: { views: number; median: number | null }): string {
  if (median === null) return ''
  if (median === 0) return 'median 0'
  const times = (views / median).toFixed(1)
  return times === '1.0' ? 'the median' : `${times} × the median of ${formatCount(Math.round(median))}`
}

/** `14% of 6 min`: engaged time as a share of the reading time. */
export function shareOfReadingTime(part: number, minutes: number): string {
  return `${Math.round(part * 100)}% of ${minutes} min`
}

/** `5 h`, `1 day`, `2 days 5 h` */
export function hoursLabel(all: number): string {
  const [days, hours] = [Math.floor(all / 24), all % 24]
  return [days > 0 && (days === 1 ? '1 day' : `${days} days`), (hours > 0 || days === 0) && `${hours} h`]
    .filter(Boolean)
    .join(' ')
}

/** `After 1 day 5 h: 320 views; the median of the others is 250.` */
export function launchText(hours: number, views: number | undefined, median: number | undefined): string {
  const own = views === undefined ? 'still to come' : countOf(views, 'view')
  const others =
    median === undefined ? '' : `; the median of the others is ${formatCount(Math.round(median))}`
  return `After ${hoursLabel(hours)}: ${own}${others}.`
}
