import { prepareSparkline } from './prepare-sparkline.ts'

interface SparklineProps {
  values: readonly (number | null)[]
}

/** The shape of a figure over time, without axes; hence nothing to read out. */
export function Sparkline({ values }: SparklineProps) {
  return (
    <svg className="sparkline" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {prepareSparkline(values).map((points) => (
        <polyline key={points} points={points} />
      ))}
    </svg>
  )
}
