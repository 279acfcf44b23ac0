import { longRangeLabel } from '../format/range-label.ts'
import { periodOf } from './date-range.ts'
import type { Day } from './day.ts'
import type { Span } from './explore-view.ts'
import { withBots, type Period } from './period.ts'
import { PRESETS } from './preset.ts'

/** The first and the last day of a span, on the day that it is today. */
export function spanDays(span: Span, today: Day): { from: Day; to: Day } {
  return span.kind === 'preset' ? PRESETS[span.preset].days(today) : { from: span.from, to: span.to }
}

/** The time that questions are about. */
export function spanPeriod(span: Span, today: Day, bots: Period['bots']): Period {
  return withBots(periodOf({ kind: 'days', ...spanDays(span, today) }, today), bots)
}

/** `Last 28 days`, or the days themselves. */
export function spanLabel(span: Span): string {
  return span.kind === 'preset' ? PRESETS[span.preset].label : longRangeLabel(span.from, span.to)
}
