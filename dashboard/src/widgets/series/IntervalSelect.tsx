import type { Bucket } from '@half-measure/shared/stats/engine/question.ts'

interface IntervalSelectProps {
  options: readonly Bucket[]
  selected: Bucket
  onSelect: (interval: Bucket) => void
}

const WORDS: Record<Bucket, string> = { hour: 'by hour', day: 'by day', week: 'by week', month: 'by month' }

/** How long a point of the chart lasts. */
export function IntervalSelect({ options, selected, onSelect }: IntervalSelectProps) {
  return (
    <select
      className="small-select"
      aria-label="Interval"
      value={selected}
      onChange={(event) => {
        const chosen = options.find((option) => option === event.target.value)
        if (chosen) onSelect(chosen)
      }}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {WORDS[option]}
        </option>
      ))}
    </select>
  )
}
