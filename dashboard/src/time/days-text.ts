import { publication } from '@half-measure/shared/publication.ts'
import { formatClock, longRangeLabel } from '../format/time.ts'
import { addDays, dayAt, startOfDay } from './day.ts'
import type { Bounds } from './period.ts'

/** A range in milliseconds, `from <= t < to`. */
export interface Span {
  from: number
  to: number
}

/**
 * `24 October to 20 November 2026`, `17 to 20 November 2026, the last day until 14:02`, or `6 to 13 November 2026, the
 * first day from 14:03 and the last day until 14:02`: a range may begin and end within a day.
 */
export function daysText(range: Bounds): string {
  const span = spanOf(range)
  const { first, last, whole } = daysOf(span)
  const days = longRangeLabel(first, last)
  if (first === last) return days + cutText(span, whole)
  const { from, until } = cutsOf(span, whole)
  const cuts = [from && `the first day ${from}`, until && `the last day ${until}`].filter(Boolean)
  return [days, ...(cuts.length > 0 ? [cuts.join(' and ')] : [])].join(', ')
}

export function spanOf({ from, to }: Bounds): Span {
  return { from: Date.parse(from), to: Date.parse(to) }
}

/** The days that a span touches, and the span of those days. */
export function daysOf({ from, to }: Span) {
  const { timeZone } = publication
  const [first, last] = [dayAt(new Date(from), timeZone), dayAt(new Date(to - 1), timeZone)]
  const whole: Span = {
    from: startOfDay(first, timeZone).getTime(),
    to: startOfDay(addDays(last, 1), timeZone).getTime(),
  }
  return { first, last, whole }
}

/** How a span is less than the hour or day that it is in: `, from 14:03`, `, from 14:03 until 14:20`, or nothing. */
export function cutText(span: Span, whole: Span): string {
  const { from, until } = cutsOf(span, whole)
  return from || until ? `, ${[from, until].filter(Boolean).join(' ')}` : ''
}

function cutsOf({ from, to }: Span, whole: Span): { from: string | false; until: string | false } {
  return {
    from: from > whole.from && `from ${formatClock(new Date(from))}`,
    until: to < whole.to && `until ${formatClock(new Date(to))}`,
  }
}
