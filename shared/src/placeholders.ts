/** The magazine's origin, which is known only when the server starts and replaces it. */
export const SITE_ORIGIN_PLACEHOLDER = 'https://site-origin.invalid'

/** Placeholders in pages that the site's build renders: the server puts HTML in their place. */
export const ISSUE_PLACEHOLDERS = {
  list: '[issues]',
  title: '[issue-title]',
  summary: '[issue-summary]',
  day: '[issue-day]',
  body: '[issue-body]',
  slug: '[issue-slug]',
} as const

/** On the page of letters to the editor. */
export const LETTERS_PLACEHOLDER = '[letters]'

/** On the page of a form or a mailed link that failed. */
export const FAILURE_PLACEHOLDERS = { message: '[failure-message]', remedy: '[failure-remedy]' } as const

/** On pages with a test, for the script that picks variants: which tests have ended, as a query string. */
export const ENDED_PLACEHOLDER = '[ended-experiments]'
