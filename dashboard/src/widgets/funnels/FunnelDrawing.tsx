import { FunnelAnswer } from '@half-measure/shared/stats/funnels.ts'
import { useReport } from '../../api/use-report.ts'
import type { Period } from '../../filters/period.ts'
import { NO_FIGURE } from '../../format/figure.ts'
import { countOf, formatCount, formatShare } from '../../format/number.ts'
import { Bar } from '../../ui/Bar.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Figures } from '../../ui/Figures.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { stepWords, type FunnelView } from './funnel-view.ts'

interface FunnelDrawingProps {
  view: FunnelView
  period: Period
}

/** How many visits got to each step, and where the others were lost. */
export function FunnelDrawing({ view: { steps, window }, period }: FunnelDrawingProps) {
  const params = [
    ...steps.map((step) => ['step', step] as const),
    ['window_minutes', String(window)] as const,
  ]
  const answer = useReport({ name: 'funnels/answer', schema: FunnelAnswer, params }, period)
  return (
    <Figures answer={answer} skeleton={<Skeleton rows={steps.length * 2} />}>
      {({ steps }) => {
        const [first, last] = [steps[0], steps.at(-1)]
        if (!first || first.visits === 0) return <Empty>No visit took the first step in this period.</Empty>
        return (
          <>
            <p className="funnel-sentence">
              {countOf(first.visits, 'visit')} began; {formatCount(last?.visits ?? 0)} went all the way (
              {formatShare(last?.of_first ?? 0)}).
            </p>
            <ol className="funnel">
              {steps.map(({ step, visits, of_first, of_previous, lost }, at) => (
                <li key={`${at} ${step}`}>
                  <p className="funnel-step">
                    <span>{stepWords(step)}</span>
                    <span>
                      <strong>{formatCount(visits)}</strong>{' '}
                      {of_first === null ? NO_FIGURE : formatShare(of_first)}
                    </span>
                  </p>
                  <Bar className="funnel-bar" part={visits / first.visits} />
                  {at > 0 && (
                    <p className="entry-facts">
                      {of_previous === null ? NO_FIGURE : formatShare(of_previous)} of the step before;{' '}
                      {formatCount(lost)} lost on the way
                    </p>
                  )}
                </li>
              ))}
            </ol>
          </>
        )
      }}
    </Figures>
  )
}
