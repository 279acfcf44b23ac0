import { lazy, Suspense, useState } from 'react'
import { daysOf, defaultRange, type DateRange } from './date-range.ts'
import { pickDay, type DraftRange } from './draft-range.ts'
import type { Day } from './day.ts'
import { Popover } from '../ui/Popover.tsx'
import { useNow } from '../ui/use-now.ts'
import { longRangeLabel, rangeLabel } from '../format/range-label.ts'

const RangeCalendar = lazy(async () => ({ default: (await import('./RangeCalendar.tsx')).RangeCalendar }))

interface DateRangePickerProps {
  range: DateRange
  onChange: (range: DateRange) => void
}

/** A button that names the range, and a calendar of two months to choose another; half a choice changes nothing. */
export function DateRangePicker({ range, onChange }: DateRangePickerProps) {
  const [draft, setDraft] = useState<DraftRange | null>(null)
  const now = useNow()
  const shown = draft ?? daysOf(range, now)
  return (
    <Popover
      button={
        <>
          <span className="visually-hidden">Date range: </span>
          <CalendarMark />
          {rangeLabel(shown.from, shown.to)}
        </>
      }
      title="Choose a date range"
      className="picker-popover"
      onToggle={() => setDraft(null)}
    >
      {(close) => {
        const apply = (next: DateRange) => {
          close()
          onChange(next)
        }
        const pick = (day: Day) => {
          const next = pickDay(shown, day)
          setDraft(next)
          const { from, to } = next
          if (from !== null && to !== null) apply({ kind: 'days', from, to })
        }
        return (
          <>
            <Suspense fallback={<p>Loading the calendar…</p>}>
              <RangeCalendar draft={shown} today={daysOf(defaultRange, now).to} onPick={pick} />
            </Suspense>
            <div className="picker-foot">
              <output>{hintFor(shown)}</output>
              <button type="button" className="button" onClick={() => apply(defaultRange)}>
                Last 7 days
              </button>
            </div>
          </>
        )
      }}
    </Popover>
  )
}

function hintFor({ from, to }: DraftRange): string {
  if (from === null) return 'Choose the first day.'
  if (to === null) return 'Now choose the last day.'
  return `${longRangeLabel(from, to)}.`
}

function CalendarMark() {
  return (
    <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M2.5 4.5h11v9h-11zM2.5 7h11M5.5 2.5v3M10.5 2.5v3" />
    </svg>
  )
}
