import { z } from 'zod'
import { METRICS, Metric, type MetricDefinition } from '../stats/engine/metrics.ts'
import { Filters } from '../stats/engine/stats-query.ts'

type AlertMetricDefinition = Pick<MetricDefinition, 'label' | 'unit' | 'definition'>

/** Metrics of the delivery report, beside those about readers. */
export const DELIVERY_METRICS = {
  dead_letters: {
    label: 'Dead letters',
    unit: 'count',
    definition: 'Accepted events that the database refuses. They are kept, and can be retried.',
  },
  pending: {
    label: 'Pending events',
    unit: 'count',
    definition: 'Accepted events that are on disk and not in the tables yet.',
  },
} as const satisfies Record<string, AlertMetricDefinition>
export type DeliveryMetric = keyof typeof DELIVERY_METRICS

export const AlertMetric = z.enum([...Metric.options, ...(Object.keys(DELIVERY_METRICS) as DeliveryMetric[])])
export type AlertMetric = z.infer<typeof AlertMetric>

/** Whether a metric is about readers: over a window, of the sessions that filters keep. */
export function isAudienceMetric(metric: AlertMetric): metric is Metric {
  return metric in METRICS
}

/** Label and definition of a metric, of the delivery report or of sessions. */
export function alertMetricDefinition(metric: AlertMetric): AlertMetricDefinition {
  return isAudienceMetric(metric) ? METRICS[metric] : DELIVERY_METRICS[metric]
}

/**
 * Whether changes of a metric can be alerted on: counts and sums only. Durations and rates belong to whole sessions, and a
 * session that has just begun looks like a short one that bounced.
 */
export function supportsChange(metric: AlertMetric): boolean {
  return isAudienceMetric(metric) && ['count', 'gbp'].includes(METRICS[metric].unit)
}

export const ALERT_COMPARISONS = ['below', 'above', 'down', 'up'] as const

/**
 * `below` and `above` compare the figure with the threshold; `down` and `up` its change since the same window on the same
 * weekday a week before.
 */
export const AlertComparison = z.enum(ALERT_COMPARISONS)
export type AlertComparison = z.infer<typeof AlertComparison>

export function isChangeComparison(comparison: AlertComparison): boolean {
  return comparison === 'down' || comparison === 'up'
}

/** `POST /api/reports/alerts`: alert when a metric over the last minutes, or its change, is beyond a threshold. */
export const AlertDraft = z
  .strictObject({
    metric: AlertMetric,
    comparison: AlertComparison,
    /** In the unit of the metric; of a change in percent. */
    threshold: z.number().min(0).max(1e12),
    /** Length of the window that ends now. Metrics of the delivery report are current ones, whatever the window. */
    window_minutes: z
      .int()
      .min(5)
      .max(7 * 24 * 60),
    /** The figure's filters, as in Explore. */
    filters: Filters.default([]),
  })
  .refine(({ metric, comparison }) => supportsChange(metric) || !isChangeComparison(comparison), {
    path: ['comparison'],
    message: 'only counts and sums of readers can be up or down',
  })
  .refine(({ comparison, threshold }) => comparison !== 'down' || threshold < 100, {
    path: ['threshold'],
    message: 'nothing can be down by more than 100%; for nothing at all, ask for a figure below 1',
  })
  .refine(({ metric, filters }) => isAudienceMetric(metric) || filters.length === 0, {
    path: ['filters'],
    message: 'metrics of the delivery report take no filters',
  })
export type AlertDraft = z.output<typeof AlertDraft>

export const AlertRule = z.object({
  ...AlertDraft.shape,
  id: z.uuid(),
  /** Since when the rule is met; null while it is not. */
  raised_since: z.iso.datetime().nullable(),
  /** Null before the first check. */
  checked_at: z.iso.datetime().nullable(),
  /**
   * The figure, or its change, at the last check; null where it was unknown: there was nothing to divide by or to compare
   * with, events of the window were not loaded yet, a rate or mean was of fewer than 100 sessions, or, of a rule with `below`,
   * counting began within the window.
   */
  last_value: z.number().nullable(),
})
export type AlertRule = z.infer<typeof AlertRule>

/** As JSON, or in the form of Slack. */
export const WebhookKind = z.enum(['json', 'slack'])
export type WebhookKind = z.infer<typeof WebhookKind>

/** `GET /api/reports/alerts`, oldest first. Every administrator sees and may change them. */
export const AlertRules = z.object({
  rules: z.array(AlertRule),
  /** Where alerts are posted beside the emails. The addresses are secrets of the configuration. */
  webhooks: z.array(WebhookKind),
})

/**
 * `POST /api/reports/alerts/:id/test`: checks a rule, and sends the result to the caller's address and the webhooks whether
 * or not the rule is met.
 */
export const AlertTest = z.object({
  /** Null where it is unknown, as `last_value`. */
  met: z.boolean().nullable(),
  /** As `last_value`. */
  value: z.number().nullable(),
  sent_to: z.string(),
  webhooks: z.array(
    z.object({
      kind: WebhookKind,
      /** Null where the webhook accepted the post. */
      failure: z.string().nullable(),
    }),
  ),
})
export type AlertTest = z.infer<typeof AlertTest>
