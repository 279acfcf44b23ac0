import { type DateRange, DayPicker } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale/en-GB'
import { fromCalendarDate, toCalendarDate, type Day } from '../time/day.ts'
import type { DraftRange } from '../time/period.ts'

interface RangeCalendarProps {
  draft: DraftRange
  /** The last day that can be chosen. */
  today: Day
  onPick: (day: Day) => void
}

const MONTHS = 2

/** Two months, the last one holding the end of the draft. */
export function RangeCalendar({ draft, today, onPick }: RangeCalendarProps) {
  const last = toCalendarDate(draft.to ?? today)
  const selected: DateRange = {
    from: draft.from === null ? undefined : toCalendarDate(draft.from),
    to: draft.to === null ? undefined : toCalendarDate(draft.to),
  }
  return (
    <DayPicker
      mode="range"
      // Opened by a button: the keyboard continues here.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      numberOfMonths={MONTHS}
      locale={enGB}
      defaultMonth={new Date(last.getFullYear(), last.getMonth() - MONTHS + 1, 1)}
      endMonth={toCalendarDate(today)}
      today={toCalendarDate(today)}
      disabled={{ after: toCalendarDate(today) }}
      selected={selected}
      onSelect={(_range, picked) => onPick(fromCalendarDate(picked))}
    />
  )
}
