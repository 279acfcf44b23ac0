import type { Answer as EngineAnswer } from '@half-measure/shared/stats/engine/answer.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { ReactNode } from 'react'
import { answerPath, useAnswer, type Asked } from '../../api/use-answer.ts'
import { valuesSoFar } from '../../charts/prepare-series.ts'
import type { Period } from '../../filters/period.ts'
import { Figures } from '../../ui/Figures.tsx'
import { EstimateNote } from './EstimateNote.tsx'
import { MetricCard } from './MetricCard.tsx'
import { MetricContract } from './MetricContract.tsx'

interface MetricCardsProps {
  /** Every figure, by interval. */
  asked: Asked
  period: Period
  /** The one that chart and breakdowns show. */
  chosen: Metric
  onChoose: (metric: Metric) => void
  /** The same view, counted exactly; or estimated again, where it is exact. */
  otherwise: string
  /** In the last place. */
  children: ReactNode
}

/** Every figure of the period, its change and its shape; a press chooses it. */
export function MetricCards({ asked, period, chosen, onChoose, otherwise, children }: MetricCardsProps) {
  const answer = useAnswer(asked, period)
  const alone = { filters: asked.filters ?? [], exact: asked.exact ?? false }
  const cards = (data?: EngineAnswer) => (
    <ul className="metrics">
      {Metric.options.map((metric) => (
        <MetricCard
          key={metric}
          metric={metric}
          value={data?.totals.figures[metric]}
          before={data?.totals.compared?.[metric]}
          shape={data ? valuesSoFar(data, metric) : []}
          waiting={data === undefined}
          chosen={metric === chosen}
          onChoose={() => onChoose(metric)}
        >
          {data && (
            <MetricContract
              metric={metric}
              provenance={data.provenance}
              // The same figure alone, without what else the page asked for.
              call={() => answerPath({ ...alone, metrics: [metric] }, period, new Date())}
            />
          )}
        </MetricCard>
      ))}
      <li className="metric">{children}</li>
    </ul>
  )
  return (
    <section aria-label="Figures">
      <Figures answer={answer} skeleton={cards()}>
        {(data) => (
          <>
            {cards(data)}
            <EstimateNote isExact={data.provenance.exact} isAskedFor={asked.exact === true} to={otherwise} />
          </>
        )}
      </Figures>
    </section>
  )
}
