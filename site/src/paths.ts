import { SITE_ORIGIN_PLACEHOLDER } from '@half-measure/shared/placeholders.ts'
import { sitePaths } from '@half-measure/shared/site-links.ts'

/** Every address of the site is made here. */
export const paths = {
  ...sitePaths,
  archive: '/stories/archive',
  category: (slug: string) => `/stories/${slug}`,
  author: (slug: string) => `/authors/${slug}`,
  saved: '/saved',
  masthead: '/masthead',
  corrections: '/corrections',
  article: (slug: string) => `/articles/${slug}`,
  events: '/events',
  event: (id: string) => `/events/${id}`,
  eventCalendar: (id: string) => `/events/${id}.ics`,
  /** The response to a sign-up, on the page of its form. */
  newsletterSent: '/newsletter#sent',
  /** Where mailed links lead; each waits for a press of a button. */
  newsletterConfirm: '/newsletter/confirm',
  newsletterPreferences: '/newsletter/preferences',
  newsletterUnsubscribe: '/newsletter/unsubscribe',
  newsletterGuide: '/newsletter/guide',
  newsletterArchive: '/newsletter/archive',
  /** The template from which the server makes each issue's page. */
  newsletterIssue: '/newsletter/archive/issue',
  newsletterFeed: '/newsletter/archive.xml',
  letters: '/letters',
  contactSent: '/contact#sent',
  /** Where an affiliate link ends. */
  partner: (slug: string) => `/partners/${slug}`,
} as const

/** The absolute URL of a path of this site. */
export function absolute(path: string): string {
  return `${SITE_ORIGIN_PLACEHOLDER}${path}`
}
