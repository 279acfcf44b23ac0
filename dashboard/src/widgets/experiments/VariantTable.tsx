import type { ExperimentResult } from '@half-measure/shared/stats/experiments-result.ts'
import { differenceRange, liftRange, rateRange, rateWords } from '../../format/measured.ts'
import { formatCount, formatShare } from '../../format/number.ts'
import { RateBar } from './RateBar.tsx'
import { ScrollFrame } from '../../ui/ScrollFrame.tsx'

interface VariantTableProps {
  result: ExperimentResult
}

/** Every variant: who saw it, what came of it, and how it differs from the control. */
export function VariantTable({ result }: VariantTableProps) {
  const { goal, variants, test } = result
  const highest = Math.max(0, ...variants.map(({ rate, rate_interval }) => rate_interval?.[1] ?? rate ?? 0))
  return (
    <ScrollFrame label={`Variants of ${test}`}>
      <table className="variant-table">
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">Visits that saw it</th>
            <th scope="col">{goal === 'value' ? 'Worth anything' : 'Reached the goal'}</th>
            <th scope="col">{goal === 'value' ? 'Value per visit' : 'Rate'}</th>
            <th scope="col">Difference to control</th>
          </tr>
        </thead>
        <tbody>
          {variants.map((arm) => (
            <tr key={arm.variant}>
              <th scope="row">
                {arm.variant}
                <span>{arm.is_control ? 'control' : `planned ${formatShare(arm.weight * 100)}`}</span>
              </th>
              <td>{formatCount(arm.exposures)}</td>
              <td>{formatCount(arm.converters)}</td>
              <td>
                {arm.rate === null ? '–' : rateWords(goal, arm.rate)}
                {arm.rate !== null && arm.rate_interval && (
                  <>
                    <RateBar rate={arm.rate} interval={arm.rate_interval} highest={highest} />
                    <span>{rateRange(goal, arm.rate_interval)}</span>
                  </>
                )}
              </td>
              <td>
                {arm.comparison ? differenceRange(goal, arm.comparison.interval) : '–'}
                {arm.comparison?.lift_interval && <span>{liftRange(arm.comparison.lift_interval)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
