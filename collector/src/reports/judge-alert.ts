import type { AlertDraft } from '@half-measure/shared/reports/alert-rule.ts'

/** A figure has to come back this far over its threshold, as a part of it, before an alert is over. */
const MARGIN = 0.1

/**
 * Whether a rule is raised now. A figure that trembles about its threshold raises once: it has to come back by a
 * margin before the alert is over. A figure that cannot be told changes nothing.
 *
 * @param value null where there is nothing to divide by.
 */
export function isRaised(
  { comparison, threshold }: Pick<AlertDraft, 'comparison' | 'threshold'>,
  value: number | null,
  wasRaised: boolean,
): boolean {
  if (value === null) return wasRaised
  const margin = wasRaised ? threshold * MARGIN : 0
  return comparison === 'above' ? value > threshold - margin : value < threshold + margin
}
