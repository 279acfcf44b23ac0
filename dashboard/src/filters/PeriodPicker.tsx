import { presets } from '@half-measure/shared/stats/presets.ts'
import { lazy, Suspense, useState } from 'react'
import { longRangeLabel, rangeLabel } from '../format/time.ts'
import { Popover } from '../ui/Popover.tsx'
import { useShortcutsEnabled } from '../ui/Shortcuts.tsx'
import type { Day } from '../time/day.ts'
import { type DraftRange, pickDay, PRESETS, rangeDays, rangeName, type TimeRange } from '../time/period.ts'
import { DaysForm } from './DaysForm.tsx'

const RangeCalendar = lazy(async () => ({ default: (await import('./RangeCalendar.tsx')).RangeCalendar }))

interface PeriodPickerProps {
  range: TimeRange
  today: Day
  /** Whether the button shows the name of the range, or its days as `Nov 13 - Nov 20`. */
  shows?: 'name' | 'days'
  onChange: (range: TimeRange) => void
}

/** Periods by name, and a calendar of two months for any other; half a choice changes nothing. */
export function PeriodPicker({ range, today, shows = 'name', onChange }: PeriodPickerProps) {
  const [draft, setDraft] = useState<DraftRange | null>(null)
  const [hasKeys] = useShortcutsEnabled()
  const days = draft ?? rangeDays(range, today)
  const isHalf = days.from === null || days.to === null
  return (
    <Popover
      button={
        <>
          <span className="visually-hidden">Period: </span>
          {isHalf || shows === 'days' ? rangeLabel(days.from, days.to) : rangeName(range)}
        </>
      }
      buttonClass="button period-button"
      title="Choose a period"
      className="period-popover"
      onToggle={() => setDraft(null)}
    >
      {(close) => {
        const choose = (chosen: TimeRange) => {
          close()
          onChange(chosen)
        }
        const pick = (day: Day) => {
          const next = pickDay(days, day)
          setDraft(next)
          const { from, to } = next
          if (from !== null && to !== null) choose({ kind: 'days', from, to })
        }
        return (
          <>
            <ul className="presets">
              {presets.map((preset) => (
                <li key={preset}>
                  <button
                    type="button"
                    aria-pressed={range.kind === 'preset' && range.preset === preset}
                    onClick={() => choose({ kind: 'preset', preset })}
                  >
                    {PRESETS[preset].label}
                    {hasKeys && <kbd aria-hidden="true">{PRESETS[preset].key.toUpperCase()}</kbd>}
                  </button>
                </li>
              ))}
            </ul>
            <div>
              <Suspense fallback={<p className="calendar-wait">Loading the calendar…</p>}>
                <RangeCalendar draft={days} today={today} onPick={pick} />
              </Suspense>
              <DaysForm
                days={days}
                today={today}
                hint={hintFor(days)}
                onApply={(chosen) => choose({ kind: 'days', ...chosen })}
              />
            </div>
          </>
        )
      }}
    </Popover>
  )
}

function hintFor({ from, to }: DraftRange): string {
  if (from === null) return 'Choose the first day.'
  return to === null ? 'Now choose the last day.' : longRangeLabel(from, to)
}
