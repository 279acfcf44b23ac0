/** Every address of the site is made here. */
export const paths = {
  home: '/',
  stories: '/stories',
  article: (slug: string) => `/articles/${slug}`,
  events: '/events',
  event: (id: string) => `/events/${id}`,
  eventCalendar: (id: string) => `/events/${id}.ics`,
  newsletter: '/newsletter',
  /** The answer to a sign-up, on the page that asked. */
  newsletterSent: '/newsletter#sent',
  /** Where mailed links lead; each waits for one press of a button, because mail scanners follow links. */
  newsletterConfirm: '/newsletter/confirm',
  newsletterUnsubscribe: '/newsletter/unsubscribe',
  newsletterGuide: '/newsletter/guide',
  contact: '/contact',
  contactSent: '/contact#sent',
  about: '/about',
  philosophy: '/philosophy',
  privacy: '/privacy',
  terms: '/terms',
  disclaimer: '/disclaimer',
  cookiePolicy: '/cookie-policy',
  affiliateDisclosure: '/affiliate-disclosure',
  reviews: '/reviews',
  review: '/reviews/top-5-non-alcoholic-beers-uk',
  /** Where an affiliate link ends. */
  partner: (slug: string) => `/partners/${slug}`,
  rss: '/rss.xml',
} as const
