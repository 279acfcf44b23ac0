/** Every address of the dashboard. */
export const paths = {
  home: '/',
  signIn: '/auth',
  secondFactor: '/auth/second-factor',
  forgotPassword: '/auth/forgot-password',
  /** Mailed links lead to these three, with `#token=…`. */
  recover: '/auth/recover',
  invite: '/auth/invite',
  confirmEmail: '/auth/confirm-email',

  overview: '/admin/analytics',
  explore: '/admin/explore',
  live: '/admin/live',
  sessions: '/admin/sessions',
  session: (id: string) => `/admin/sessions/${encodeURIComponent(id)}`,

  articles: '/admin/articles',
  article: (slug: string) => `/admin/articles/${encodeURIComponent(slug)}`,
  journeys: '/admin/journeys',
  funnels: '/admin/funnels',
  affiliate: '/admin/affiliate',
  experiments: '/admin/experiments',

  messages: '/admin/messages',
  subscribers: '/admin/subscribers',
  newsletter: '/admin/newsletter',
  issue: (id: string) => `/admin/newsletter/${encodeURIComponent(id)}`,

  account: '/admin/account',
  team: '/admin/team',
  goals: '/admin/goals',
  reports: '/admin/reports',
  sharing: '/admin/sharing',
  dataQuality: '/admin/data-quality',
  mailLog: '/admin/mail-log',
  auditLog: '/admin/audit-log',

  /** What a share link shows; its secret is in the hash. */
  share: '/share',
} as const

/** Which part of the scope a page takes, see `filters/scope.ts`. */
export type PageScope = 'none' | 'period' | 'all'

/** The parameters that hold it. They go along from page to page. */
export const SCOPE_PARAMS: Readonly<Record<PageScope, readonly string[]>> = {
  none: [],
  period: ['period', 'from', 'to', 'bots'],
  all: ['period', 'from', 'to', 'bots', 'compare', 'f'],
}

interface NavPage {
  readonly label: string
  readonly path: string
  readonly scope: PageScope
}

export interface Section {
  readonly label: string
  readonly pages: readonly [NavPage, ...NavPage[]]
}

const page = (label: string, path: string, scope: PageScope = 'none'): NavPage => ({ label, path, scope })

/** The navigation, in its order. */
export const sections: readonly Section[] = [
  {
    label: 'Analytics',
    pages: [
      page('Overview', paths.overview, 'period'),
      page('Explore', paths.explore, 'all'),
      page('Live', paths.live),
      page('Sessions', paths.sessions, 'all'),
    ],
  },
  {
    label: 'Content',
    pages: [
      page('Articles', paths.articles, 'period'),
      page('Journeys', paths.journeys, 'period'),
      page('Funnels', paths.funnels, 'period'),
      page('Affiliate', paths.affiliate, 'period'),
      page('Experiments', paths.experiments),
    ],
  },
  {
    label: 'Audience',
    pages: [
      page('Messages', paths.messages),
      page('Subscribers', paths.subscribers),
      page('Newsletter', paths.newsletter),
    ],
  },
  {
    label: 'Settings',
    pages: [
      page('Account', paths.account),
      page('Team', paths.team),
      page('Goals', paths.goals),
      page('Reports & alerts', paths.reports),
      page('Sharing & API', paths.sharing),
      page('Data quality', paths.dataQuality),
      page('Mail log', paths.mailLog),
      page('Audit log', paths.auditLog),
    ],
  },
]

/** The section of an address, by its pages and what is below them. */
export function sectionOf(pathname: string): Section | undefined {
  return sections.find(({ pages }) =>
    pages.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`)),
  )
}

/** A path with a query that people can read and edit: `f=is,page,/x`, not `f=is%2Cpage%2C%2Fx`. */
export function href(path: string, query: URLSearchParams = new URLSearchParams()): string {
  const text = query.toString().replaceAll(/%2C|%2F|%3A/g, decodeURIComponent)
  return text === '' ? path : `${path}?${text}`
}

/** The address of a page with as much of the current scope as it takes. */
export function scopedHref(
  { path, scope }: Pick<NavPage, 'path' | 'scope'>,
  current: URLSearchParams,
): string {
  const kept = [...current].filter(([name]) => SCOPE_PARAMS[scope].includes(name))
  return href(path, new URLSearchParams(kept))
}

/** A page on the way in that leads on to `next`, an address within the dashboard. */
export function withNext(path: string, next: string | undefined): string {
  return next === undefined ? path : `${path}?${new URLSearchParams({ next })}`
}

/** One segment below a page, of characters that lead nowhere else. */
const BELOW_A_PAGE = /^\/[\w-]+(\?|$)/

/** Where a sign-in leads: pages and what is below them, never another origin. */
export function nextAfterSignIn(params: URLSearchParams): string {
  const next = params.get('next') ?? ''
  const isPage = sections.some(({ pages }) =>
    pages.some(({ path }) => {
      if (!next.startsWith(path)) return false
      const rest = next.slice(path.length)
      return rest === '' || rest.startsWith('?') || BELOW_A_PAGE.test(rest)
    }),
  )
  return isPage ? next : paths.overview
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
