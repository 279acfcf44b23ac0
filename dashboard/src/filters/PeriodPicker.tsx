import { lazy, Suspense, useState } from 'react'
import { formatDay } from '../format/range-label.ts'
import { Popover } from '../ui/Popover.tsx'
import { useMedia } from '../ui/use-media.ts'
import { useShortcutsEnabled } from '../ui/use-shortcuts.ts'
import { parseDay, type Day } from './day.ts'
import { pickDay, type DraftRange } from './draft-range.ts'
import type { Span } from './explore-view.ts'
import { PRESETS, presets } from './preset.ts'
import { spanDays, spanLabel } from './span.ts'

const RangeCalendar = lazy(async () => ({ default: (await import('./RangeCalendar.tsx')).RangeCalendar }))

interface PeriodPickerProps {
  span: Span
  today: Day
  onChange: (span: Span) => void
}

/** Periods by name, and a calendar for any other. */
export function PeriodPicker({ span, today, onChange }: PeriodPickerProps) {
  const [hasKeys] = useShortcutsEnabled()
  return (
    <Popover
      button={spanLabel(span)}
      label={`Period: ${spanLabel(span)}`}
      buttonClass="button period-button"
      title="Choose a period"
      className="period-popover"
    >
      {(close) => {
        const choose = (chosen: Span) => {
          close()
          onChange(chosen)
        }
        return (
          <>
            <ul className="presets">
              {presets.map((preset) => (
                <li key={preset}>
                  <button
                    type="button"
                    aria-pressed={span.kind === 'preset' && span.preset === preset}
                    onClick={() => choose({ kind: 'preset', preset })}
                  >
                    {PRESETS[preset].label}
                    {hasKeys && <kbd aria-hidden="true">{PRESETS[preset].key.toUpperCase()}</kbd>}
                  </button>
                </li>
              ))}
            </ul>
            <AnyDays days={spanDays(span, today)} today={today} onChoose={choose} />
          </>
        )
      }}
    </Popover>
  )
}

interface AnyDaysProps {
  days: { from: Day; to: Day }
  today: Day
  onChoose: (span: Span) => void
}

const ENDS = [
  { end: 'from', label: 'First day' },
  { end: 'to', label: 'Last day' },
] as const

/** Two days, picked in the calendar or typed; half a choice changes nothing. */
function AnyDays({ days, today, onChoose }: AnyDaysProps) {
  const [draft, setDraft] = useState<DraftRange>(days)
  const isNarrow = useMedia('(width < 45rem)')

  function apply() {
    const { from, to } = draft
    if (from === null || to === null) return
    onChoose(from <= to ? { kind: 'days', from, to } : { kind: 'days', from: to, to: from })
  }

  return (
    <form className="any-days" action={apply}>
      <Suspense fallback={<p>Loading the calendar…</p>}>
        <RangeCalendar
          draft={draft}
          today={today}
          onPick={(day) => setDraft(pickDay(draft, day))}
          months={isNarrow ? 1 : 2}
        />
      </Suspense>
      <div className="any-days-ends">
        {ENDS.map(({ end, label }) => (
          <label key={end}>
            {label}
            <input
              type="date"
              max={today}
              required
              value={draft[end] ?? ''}
              onChange={(event) => setDraft({ ...draft, [end]: parseDay(event.target.value) })}
            />
          </label>
        ))}
        <button type="submit" className="button button-primary">
          Apply
        </button>
        <output className="visually-hidden">
          {draft.from !== null && draft.to === null && `From ${formatDay(draft.from)}. Now the last day.`}
        </output>
      </div>
    </form>
  )
}
