/**
 * Stand-ins in the two pages of the newsletter's archive that the site's build renders: the server, which knows what
 * has been sent, puts HTML in their place.
 */
export const ISSUE_STAND_INS = {
  list: '[issues]',
  title: '[issue-title]',
  summary: '[issue-summary]',
  day: '[issue-day]',
  body: '[issue-body]',
  slug: '[issue-slug]',
} as const
