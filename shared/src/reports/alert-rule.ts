import { z } from 'zod'
import { METRICS, Metric, type MetricFacts } from '../stats/engine/metrics.ts'

/** Metrics of the delivery report, beside those about readers. */
export const DELIVERY_METRICS = {
  dead_letters: { label: 'Dead letters', unit: 'count' },
  pending: { label: 'Events that wait for the tables', unit: 'count' },
} as const satisfies Record<string, Pick<MetricFacts, 'label' | 'unit'>>
export type DeliveryMetric = keyof typeof DELIVERY_METRICS

export const AlertMetric = z.enum([
  ...Metric.options,
  ...(Object.keys(DELIVERY_METRICS) as [DeliveryMetric, ...DeliveryMetric[]]),
])
export type AlertMetric = z.infer<typeof AlertMetric>

/** Label and unit of a metric, of the delivery report or of sessions. */
export function alertMetricFacts(metric: AlertMetric): Pick<MetricFacts, 'label' | 'unit'> {
  return metric in DELIVERY_METRICS
    ? DELIVERY_METRICS[metric as DeliveryMetric]
    : METRICS[metric as keyof typeof METRICS]
}

/** `POST /api/reports/alerts`: alert when a metric over the last minutes is above or below a threshold. */
export const AlertDraft = z.strictObject({
  metric: AlertMetric,
  comparison: z.enum(['above', 'below']),
  /** In the unit of the metric. */
  threshold: z.number().min(0).max(1e12),
  /** Length of the window that ends now. Metrics of the delivery report are current ones, whatever the window. */
  window_minutes: z
    .int()
    .min(5)
    .max(7 * 24 * 60),
})
export type AlertDraft = z.output<typeof AlertDraft>

export const AlertRule = z.object({
  ...AlertDraft.shape,
  id: z.uuid(),
  /** Since when the rule is met; null while it is not. */
  raised_since: z.iso.datetime().nullable(),
  /** Null before the first check. */
  checked_at: z.iso.datetime().nullable(),
  /** At the last check; null where there was nothing to divide by. */
  last_value: z.number().nullable(),
})
export type AlertRule = z.infer<typeof AlertRule>

/** `GET /api/reports/alerts`, oldest first. Every administrator sees and may change them. */
export const AlertRules = z.object({ rules: z.array(AlertRule) })
