import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'

/** What there is more or less of, in the plural. */
export const GOAL_WORDS: Readonly<Record<ExperimentGoal, string>> = {
  newsletter_signup: 'newsletter sign-ups',
  ebook_download: 'downloads of the guide',
  contact_sent: 'messages',
  affiliate_click: 'affiliate clicks',
  free_gift_click: 'gift clicks',
  review_view: 'review views',
  any_goal: 'sessions with a goal',
  value: 'value per session',
}
