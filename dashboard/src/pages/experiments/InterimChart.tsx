import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { formatShare } from '@half-measure/shared/format-figures.ts'
import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { useMemo } from 'react'
import { ChartFigure } from '../../charts/ChartFigure.tsx'
import { formatShortDay } from '../../format/time.ts'
import { bareDifference, differenceText, differenceUnit, savedDifference } from './measured.ts'

interface InterimChartProps {
  result: ExperimentResult
  variant: string
  control: string
}

/** How the interval of a difference has narrowed, day by day. */
export function InterimChart({ result, variant, control }: InterimChartProps) {
  const points = useMemo(() => interimAnalyses(result, variant), [result, variant])
  const last = points.at(-1)
  const { goal, plan } = result
  const unit = differenceUnit(goal)
  if (!last) return null
  const differences = points.map(({ difference }) => difference)
  return (
    <ChartFigure
      note={`Difference in ${unit}`}
      label={`${variant} compared with ${control}, day by day`}
      points={points}
      labels={points.map(({ label }) => label)}
      values={differences}
      lines={[{ className: 'line-whole', values: differences }]}
      band={points.map(({ interval }) => interval)}
      formatTick={(value) => bareDifference(goal, value)}
      describe={({ label, differenceText, rangeText }) =>
        `${label}: ${differenceText}, between ${rangeText}.`
      }
      renderTip={({ label, differenceText, rangeText }) => (
        <>
          <p>{label}</p>
          <p>{differenceText}</p>
          <p className="note">{rangeText}</p>
        </>
      )}
      caption={
        <>
          “{variant}” compared with “{control}” up to {last.label}: {last.rangeText}, with{' '}
          {formatShare((1 - plan.alpha_per_comparison) * 100)} confidence.
          {result.decides &&
            !result.ended &&
            ` The test is decided once the band leaves the line at zero, or holds no change of ${Math.round(plan.smallest_lift * 100)}% any more.`}
        </>
      }
      table={{
        keyOf: ({ day }) => day,
        columns: [
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
              value: ({ interval }: (typeof points)[number]) => savedDifference(goal, interval[i] ?? 0),
            })),
          },
        ],
        file: `half-measure-${result.test}-${variant}`.replaceAll(' ', '-'),
      }}
    />
  )
}

/** What was known at the end of each day from the first interim analysis on, in the unit of the rate. */
export function interimAnalyses(
  { goal, analyses }: Pick<ExperimentResult, 'goal' | 'analyses'>,
  variant: string,
) {
  return analyses.flatMap(({ day, arms }) => {
    const comparison = arms.find((arm) => arm.variant === variant)?.comparison
    if (!comparison) return []
    const { difference, interval } = comparison
    return {
      day,
      // Noon lies on the day in summer and in winter.
      label: formatShortDay(new Date(`${day}T12:00:00Z`)),
      difference,
      interval,
      differenceText: differenceText(goal, difference),
      rangeText: differenceText(goal, ...interval),
    }
  })
}
