interface SeriesLegendProps {
  /** The days that are shown, in words. */
  shown: string
  /** The days compared with, in words; null where none are. */
  before: string | null
  /** A bucket is not over yet. */
  isIncomplete: boolean
  hasMarks: boolean
}

/** What each kind of line and dot stands for, where there is one. */
export function SeriesLegend({ shown, before, isIncomplete, hasMarks }: SeriesLegendProps) {
  if (before === null && !isIncomplete && !hasMarks) return null
  return (
    <ul className="series-legend">
      <li>
        <Line className="series-line" /> {shown}
      </li>
      {before !== null && (
        <li>
          <Line className="series-compared" /> {before}
        </li>
      )}
      {isIncomplete && (
        <li>
          <Line className="series-line series-partial" /> not over yet
        </li>
      )}
      {hasMarks && (
        <li>
          <svg viewBox="0 0 8 8" className="series-legend-dot" aria-hidden="true">
            <circle cx="4" cy="4" r="4" />
          </svg>{' '}
          an article or a note
        </li>
      )}
    </ul>
  )
}

function Line({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 24 4" className="series-legend-line" aria-hidden="true">
      <path className={className} d="M0 2H24" />
    </svg>
  )
}
