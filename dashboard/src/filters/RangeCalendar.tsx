import { DayPicker, type DateRange } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale/en-GB'
import { fromCalendarDate, toCalendarDate, type Day } from './day.ts'
import type { DraftRange } from './draft-range.ts'

interface RangeCalendarProps {
  draft: DraftRange
  /** The last day that can be chosen. */
  today: Day
  onPick: (day: Day) => void
}

/** Two months, the later one holding the end of the draft. Loaded when it is first opened. */
export function RangeCalendar({ draft, today, onPick }: RangeCalendarProps) {
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
      numberOfMonths={2}
      locale={enGB}
      defaultMonth={new Date(last.getFullYear(), last.getMonth() - 1, 1)}
      endMonth={toCalendarDate(today)}
      today={toCalendarDate(today)}
      disabled={{ after: toCalendarDate(today) }}
      selected={selected}
      onSelect={(_range, picked) => onPick(fromCalendarDate(picked))}
    />
  )
}
