import type { TooltipContentProps } from 'recharts'
import { DeltaMark } from '../ui/DeltaMark.tsx'
import { sentenceCase, type SeriesPoint } from './prepare-series.ts'

/** A point with what happened in its bucket. */
export interface DrawnPoint extends SeriesPoint {
  happened: string[]
}

/** What a bucket says: its figure, the one compared with, and what happened then. */
export function SeriesTip({ active, payload }: TooltipContentProps) {
  const point = payload[0]?.payload as DrawnPoint | undefined
  if (!active || !point) return null
  return (
    <div className="chart-tip">
      <p>
        {sentenceCase(point.title)}
        {point.incomplete && ' (so far)'}
      </p>
      <p>
        <strong>{point.figure}</strong> {point.comparedTitle !== null && <DeltaMark delta={point.delta} />}
      </p>
      {point.comparedTitle !== null && (
        <p className="chart-tip-compared">
          {point.comparedFigure} {point.comparedTitle}
        </p>
      )}
      {point.happened.map((text) => (
        <p key={text} className="chart-tip-mark">
          {text}
        </p>
      ))}
    </div>
  )
}
