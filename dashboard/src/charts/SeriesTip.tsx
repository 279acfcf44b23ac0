import { DeltaMark } from '../ui/DeltaMark.tsx'
import { sentenceCase, type SeriesPoint } from './prepare-series.ts'

interface SeriesTipProps {
  point: SeriesPoint
  /** In its bucket. */
  happened: readonly string[]
}

/** What a bucket says: its figure, the one compared with, and what happened then. */
export function SeriesTip({ point, happened }: SeriesTipProps) {
  return (
    <>
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
      {happened.map((text) => (
        <p key={text} className="chart-tip-mark">
          {text}
        </p>
      ))}
    </>
  )
}
