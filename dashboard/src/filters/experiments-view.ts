import { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'

/** By which goal tests are read; null for each by its own. It lives in the address. */
export function readGoal(params: URLSearchParams): ExperimentGoal | null {
  return ExperimentGoal.nullable().catch(null).parse(params.get('goal'))
}

export function writeGoal(goal: ExperimentGoal | null): URLSearchParams {
  return new URLSearchParams(goal === null ? {} : { goal })
}

export const GOAL_LABELS: Readonly<Record<ExperimentGoal, string>> = {
  newsletter_signup: 'Newsletter sign-ups',
  ebook_download: 'Downloads of the guide',
  contact_sent: 'Messages sent',
  affiliate_click: 'Affiliate clicks',
  free_gift_click: 'Gift clicks',
  review_view: 'Review views',
  value: 'Value per visit',
}
