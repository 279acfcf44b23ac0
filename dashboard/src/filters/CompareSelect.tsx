import type { Comparison } from '@half-measure/shared/stats/engine/question.ts'

interface CompareSelectProps {
  compare: Comparison | null
  onChange: (compare: Comparison | null) => void
}

const OPTIONS: readonly { value: Comparison | 'off'; label: string }[] = [
  { value: 'week', label: 'Before, same weekdays' },
  { value: 'previous', label: 'Just before' },
  { value: 'year', label: 'A year before' },
  { value: 'off', label: 'Nothing' },
]

/** What the period is held against. */
export function CompareSelect({ compare, onChange }: CompareSelectProps) {
  return (
    <label className="labelled-select">
      <span>Against</span>
      <select
        value={compare ?? 'off'}
        onChange={(event) => {
          const chosen = OPTIONS.find(({ value }) => value === event.target.value)
          if (chosen) onChange(chosen.value === 'off' ? null : chosen.value)
        }}
      >
        {OPTIONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
