import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { lazy, Suspense, useMemo } from 'react'
import { Table } from '../../ui/Table.tsx'
import { type InterimPoint, interimAnalyses } from './interim-analyses.ts'
import { bareDifference, differenceUnit, savedDifference } from './measured.ts'

const LineChart = lazy(async () => ({ default: (await import('../../charts/LineChart.tsx')).LineChart }))

interface InterimChartProps {
  result: ExperimentResult
  variant: string
  control: string
}

/** How the interval of a difference has narrowed, day by day; once it leaves zero, the test is decided. */
export function InterimChart({ result, variant, control }: InterimChartProps) {
  const points = useMemo(() => interimAnalyses(result, variant), [result, variant])
  const last = points.at(-1)
  const { goal } = result
  const unit = differenceUnit(goal)
  if (!last) return null
  const differences = points.map(({ difference }) => difference)
  const wordsOf = (index: number, words: (point: InterimPoint) => string) =>
    points[index] ? words(points[index]) : ''
  return (
    <figure>
      <p className="note">Difference in {unit}</p>
      <div className="chart-box">
        <Suspense fallback={<div className="chart-wait" />}>
          <LineChart
            label={`${variant} compared with ${control}, day by day`}
            labels={points.map(({ label }) => label)}
            values={differences}
            lines={[{ className: 'line-whole', values: differences }]}
            band={points.map(({ interval }) => interval)}
            formatTick={(value) => bareDifference(goal, value)}
            describe={(index) =>
              wordsOf(
                index,
                ({ label, differenceText, rangeText }) =>
                  `${label}: ${differenceText}, between ${rangeText}.`,
              )
            }
            renderTip={(index) => (
              <>
                <p>{wordsOf(index, ({ label }) => label)}</p>
                <p>{wordsOf(index, ({ differenceText }) => differenceText)}</p>
                <p className="note">{wordsOf(index, ({ rangeText }) => rangeText)}</p>
              </>
            )}
          />
        </Suspense>
      </div>
      <figcaption>
        “{variant}” compared with “{control}” up to {last.label}: {last.rangeText}.
        {result.decides && !result.ended && ' Once the band leaves the line at zero, the test is decided.'}
      </figcaption>
      <details>
        <summary>View as table</summary>
        <Table
          caption={`${variant} compared with ${control}, day by day`}
          layout="narrow"
          rows={points}
          keyOf={({ day }) => day}
          columns={[
            { header: 'Up to', value: ({ day }) => day, render: ({ label }) => label },
            {
              header: 'Difference',
              isNumeric: true,
              render: ({ differenceText }) => differenceText,
              saved: [
                {
                  header: `Difference in ${unit}`,
                  definition: 'Variant minus control.',
                  value: ({ difference }) => savedDifference(goal, difference),
                },
              ],
            },
            {
              header: 'Interval',
              isNumeric: true,
              render: ({ rangeText }) => rangeText,
              saved: ['low', 'high'].map((end, i) => ({
                header: `Interval, ${end} end, in ${unit}`,
                definition: DEFINITIONS.variantDifference.definition,
                value: ({ interval }: InterimPoint) => savedDifference(goal, interval[i] ?? 0),
              })),
            },
          ]}
          file={`half-measure-${result.test}-${variant}`.replaceAll(' ', '-')}
        />
      </details>
    </figure>
  )
}
