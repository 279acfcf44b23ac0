import {
  type Comparison,
  COMPARISONS,
  type DaysCompared,
  readComparedDays,
} from '@half-measure/shared/stats/engine/comparison.ts'
import { COMPARISON_LABELS } from '@half-measure/shared/stats/engine/labels.ts'
import { longRangeLabel } from '../format/time.ts'
import type { Day } from '../time/day.ts'
import { type Days, daysBefore } from '../time/period.ts'
import { Select } from '../ui/Form.tsx'
import { Popover } from '../ui/Popover.tsx'
import { DaysForm } from './DaysForm.tsx'

interface ComparisonPickerProps {
  compare: Comparison | null
  /** Days of the period. */
  days: Days
  today: Day
  onChange: (compare: Comparison | null) => void
}

const OPTIONS = [
  ...COMPARISONS.map((value) => ({ value, label: COMPARISON_LABELS[value] })),
  { value: 'days', label: 'Other days' },
  { value: 'off', label: 'Nothing' },
] as const

/** Picks the comparison: an earlier period by name, or any days. */
export function ComparisonPicker({ compare, days, today, onChange }: ComparisonPickerProps) {
  const named = COMPARISONS.find((name) => name === compare)
  const other = named === undefined && compare !== null ? (readComparedDays(compare) as Days | null) : null
  return (
    <>
      <Select
        label="Compare with"
        value={named ?? (other ? 'days' : 'off')}
        options={OPTIONS}
        onChange={(chosen) => {
          if (chosen === 'days') onChange(comparedText(daysBefore(days)))
          else onChange(chosen === 'off' ? null : chosen)
        }}
      />
      {other && (
        <Popover
          button={longRangeLabel(other.from, other.to)}
          label={`Days compared with: ${longRangeLabel(other.from, other.to)}`}
          title="Choose the days to compare with"
        >
          {(close) => (
            <DaysForm
              days={other}
              today={today}
              hint="Both days are included."
              onApply={(chosen) => {
                close()
                onChange(comparedText(chosen))
              }}
            />
          )}
        </Popover>
      )}
    </>
  )
}

function comparedText({ from, to }: Days): DaysCompared {
  return `${from}..${to}`
}
