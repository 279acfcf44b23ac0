import { formatCount } from '../format/number.ts'
import { formatLongDay, formatShortDay } from '../format/time.ts'

export interface DailyFigure {
  /** The instant at which the day begins. */
  start: Date
  views: number
  sessions: number
}

export interface DailyBar extends DailyFigure {
  /** `Fri 20 Nov` */
  label: string
  /** The period begins or ends within this day, so the bar does not hold all of it. */
  partial: boolean
}

export interface DailyBars {
  bars: DailyBar[]
  /** The chart in a sentence. */
  sentence: string
}

interface Bounds {
  from: Date
  to: Date
}

/** Days in order become bars; `from` and `to` bound what was counted. */
export function prepareDailyBars(days: readonly DailyFigure[], { from, to }: Bounds): DailyBars {
  const bars = days.map((day, index): DailyBar => {
    const end = days[index + 1]?.start ?? null
    const endsEarly = end === null && !isDayLong(day.start, to)
    return { ...day, label: formatShortDay(day.start), partial: day.start < from || endsEarly }
  })
  return { bars, sentence: sentenceOf(days) }
}

/** Days are 23 to 25 hours long; what is shorter is cut off. */
function isDayLong(start: Date, end: Date): boolean {
  return end.getTime() - start.getTime() >= 23 * 3_600_000
}

function sentenceOf(days: readonly DailyFigure[]): string {
  const total = days.reduce((sum, day) => sum + day.views, 0)
  const peak = days.reduce<DailyFigure | null>(
    (best, day) => (best && best.views >= day.views ? best : day),
    null,
  )
  if (!peak || total === 0) return 'No page views in this period.'
  return `${formatCount(total)} page views; most on ${formatLongDay(peak.start)}, with ${formatCount(peak.views)}.`
}
