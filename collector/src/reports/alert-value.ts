import type { AlertRule, DeliveryMetric } from '@half-measure/shared/reports/alert-rule.ts'
import type { Delivery } from '@half-measure/shared/stats/delivery.ts'
import { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import { Question } from '@half-measure/shared/stats/engine/question.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { AskFigures } from './report-figures.ts'

interface Sources {
  readonly ask: AskFigures
  readonly delivery: () => Promise<Delivery>
}

/** The figure that a rule is about, at a moment; null where there is nothing to divide by. */
export async function alertValue(
  { ask, delivery }: Sources,
  { metric, window_minutes }: Pick<AlertRule, 'metric' | 'window_minutes'>,
  now: Date,
): Promise<number | null> {
  const figure = Metric.safeParse(metric)
  if (!figure.success) {
    const account = await delivery()
    return account[metric as DeliveryMetric]
  }
  const from = new Date(now.getTime() - window_minutes * 60_000).toISOString()
  const { totals } = await ask(
    Question.parse({
      range: { from, to: now.toISOString(), tz: publication.timeZone },
      metrics: [figure.data],
    }),
  )
  return totals.figures[figure.data] ?? null
}
