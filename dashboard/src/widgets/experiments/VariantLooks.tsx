import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { lazy, Suspense, useMemo } from 'react'
import { differenceUnit } from '../../format/measured.ts'
import { prepareLooks } from '../../charts/prepare-looks.ts'

const LooksChart = lazy(async () => ({
  default: (await import('../../charts/LooksChart.tsx')).LooksChart,
}))

interface VariantLooksProps {
  result: ExperimentResult
  variant: string
  control: string
}

/** How sure the difference has become, day by day, as a chart, a sentence and a table. */
export function VariantLooks({ result, variant, control }: VariantLooksProps) {
  const points = useMemo(() => prepareLooks(result, variant), [result, variant])
  const last = points.at(-1)
  if (!last) return null
  return (
    <figure className="chart">
      <p className="chart-unit">Difference in {differenceUnit(result.goal)}</p>
      <div className="chart-box">
        <Suspense fallback={<div className="chart-wait" />}>
          <LooksChart variant={variant} control={control} goal={result.goal} points={points} />
        </Suspense>
      </div>
      <figcaption>
        “{variant}” against “{control}” up to {last.label}: {last.rangeWords}. Once the band leaves the line
        at zero, the test is decided.
      </figcaption>
      <details>
        <summary className="link-button">View as table</summary>
        <table className="days">
          <caption className="visually-hidden">{`${variant} against ${control}, day by day`}</caption>
          <thead>
            <tr>
              <th scope="col">Up to</th>
              <th scope="col">Difference</th>
              <th scope="col">May be</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ day, label, differenceWords, rangeWords }) => (
              <tr key={day}>
                <th scope="row">{label}</th>
                <td>{differenceWords}</td>
                <td>{rangeWords}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
