/** Pages of the public site that the dashboard and newsletter issues link to as well. */
export const sitePaths = {
  home: '/',
  stories: '/stories',
  search: '/search',
  newsletter: '/newsletter',
  contact: '/contact',
  about: '/about',
  philosophy: '/philosophy',
  reviews: '/reviews',
  /** An advertisement: links to it are labelled so. */
  review: '/reviews/top-5-non-alcoholic-beers-uk',
  privacy: '/privacy',
  terms: '/terms',
  disclaimer: '/disclaimer',
  cookiePolicy: '/cookie-policy',
  affiliateDisclosure: '/affiliate-disclosure',
  rss: '/rss.xml',
} as const

export interface SiteLink {
  readonly path: string
  readonly label: string
}

/** In the header of both. */
export const headerLinks: readonly SiteLink[] = [
  { path: sitePaths.stories, label: 'Stories' },
  { path: sitePaths.about, label: 'About' },
  { path: sitePaths.philosophy, label: 'Manifesto' },
  { path: sitePaths.newsletter, label: 'Newsletter' },
  { path: sitePaths.reviews, label: 'Reviews' },
  { path: sitePaths.search, label: 'Search' },
]

/** At the foot of both. */
export const legalLinks: readonly SiteLink[] = [
  { path: sitePaths.privacy, label: 'Privacy Policy' },
  { path: sitePaths.terms, label: 'Terms' },
  { path: sitePaths.disclaimer, label: 'Disclaimer' },
  { path: sitePaths.cookiePolicy, label: 'Cookie Policy' },
  { path: sitePaths.affiliateDisclosure, label: 'Affiliate Disclosure' },
  { path: sitePaths.newsletter, label: 'Newsletter Archive' },
  { path: sitePaths.contact, label: 'Contact' },
]
