import { DayPicker, type DateRange } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale/en-GB'
import { fromCalendarDate, toCalendarDate, type Day } from './day.ts'
import type { DraftRange } from './draft-range.ts'

interface RangeCalendarProps {
  draft: DraftRange
  /** The last day that can be chosen. */
  today: Day
  onPick: (day: Day) => void
  /** How many are beside each other. */
  months?: 1 | 2
}

/** Months, the last one holding the end of the draft. Loaded when it is first opened. */
export function RangeCalendar({ draft, today, onPick, months = 2 }: RangeCalendarProps) {
  const last = toCalendarDate(draft.to ?? today)
  const selected: DateRange = {
    from: draft.from === null ? undefined : toCalendarDate(draft.from),
    to: draft.to === null ? undefined : toCalendarDate(draft.to),
  }
  return (
    <DayPicker
      mode="range"
      // Opened by a button: the keyboard's place is in the calendar now.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      numberOfMonths={months}
      locale={enGB}
      defaultMonth={new Date(last.getFullYear(), last.getMonth() - months + 1, 1)}
      endMonth={toCalendarDate(today)}
      today={toCalendarDate(today)}
      disabled={{ after: toCalendarDate(today) }}
      selected={selected}
      onSelect={(_range, picked) => onPick(fromCalendarDate(picked))}
    />
  )
}
