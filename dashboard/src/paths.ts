/** Every address of the dashboard. */
export const paths = {
  home: () => '/',
  /** `next` brings back the view that was asked for; it is an address within the dashboard. */
  signIn: (next?: string) => (next === undefined ? '/auth' : `/auth?${new URLSearchParams({ next })}`),
  analytics: (query?: URLSearchParams) => (query?.size ? `/admin/analytics?${query}` : '/admin/analytics'),
}

/** Addresses of the public site, below its origin. */
export const sitePaths = {
  home: '/',
  stories: '/stories',
  about: '/about',
  philosophy: '/philosophy',
  newsletter: '/newsletter',
  contact: '/contact',
  feed: '/rss.xml',
  privacy: '/privacy',
  terms: '/terms',
  disclaimer: '/disclaimer',
  cookiePolicy: '/cookie-policy',
} as const

/** The address a sign-in leads back to: only a view of the dashboard counts, never another origin's. */
export function nextAfterSignIn(params: URLSearchParams): string {
  const next = params.get('next') ?? ''
  const analytics = paths.analytics()
  return next === analytics || next.startsWith(`${analytics}?`) ? next : analytics
}
