import { lazy, Suspense, useId, useRef, useState, type ToggleEvent } from 'react'
import { daysOf, defaultRange, type DateRange } from './date-range.ts'
import { pickDay, type DraftRange } from './draft-range.ts'
import type { Day } from './day.ts'
import { useNow } from '../ui/use-now.ts'
import { longRangeLabel, rangeLabel } from '../format/range-label.ts'

const RangeCalendar = lazy(async () => ({ default: (await import('./RangeCalendar.tsx')).RangeCalendar }))

interface DateRangePickerProps {
  range: DateRange
  onChange: (range: DateRange) => void
}

/** A button that names the range, and a calendar of two months to choose another; half a choice changes nothing. */
export function DateRangePicker({ range, onChange }: DateRangePickerProps) {
  const id = useId()
  const popover = useRef<HTMLDialogElement>(null)
  const [draft, setDraft] = useState<DraftRange | null>(null)
  const now = useNow()
  const applied = daysOf(range, now)
  const shown = draft ?? applied

  function toggled(event: ToggleEvent) {
    setDraft(event.newState === 'open' ? applied : null)
  }

  function apply(next: DateRange) {
    onChange(next)
    popover.current?.hidePopover()
  }

  function pick(day: Day) {
    const { from, to } = pickDay(shown, day)
    setDraft({ from, to })
    if (from !== null && to !== null) apply({ kind: 'days', from, to })
  }

  return (
    <div className="picker">
      <button type="button" className="button picker-button" popoverTarget={id}>
        <span className="visually-hidden">Date range: </span>
        <CalendarMark />
        {rangeLabel(shown.from, shown.to)}
      </button>
      <dialog
        id={id}
        ref={popover}
        popover="auto"
        className="picker-popover"
        aria-label="Choose a date range"
        onToggle={toggled}
      >
        {draft && (
          <>
            <Suspense fallback={<p className="picker-wait">Loading the calendar…</p>}>
              <RangeCalendar draft={draft} today={daysOf(defaultRange, now).to} onPick={pick} />
            </Suspense>
            <div className="picker-foot">
              <output>{hintFor(draft)}</output>
              <button type="button" className="button" onClick={() => apply(defaultRange)}>
                Last 7 days
              </button>
            </div>
          </>
        )}
      </dialog>
    </div>
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
