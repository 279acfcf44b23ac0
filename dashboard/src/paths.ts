import { dashboardPaths } from '@half-measure/shared/dashboard-paths.ts'
import { may, type Permission, type Role } from '@half-measure/shared/auth/roles.ts'

/** Every address of the dashboard. */
export const paths = {
  home: '/',
  /** Leads to the overview, as `home` does. */
  admin: '/admin',
  /** A document of its own, `sign-in/`. */
  signIn: dashboardPaths.signIn,
  secondFactor: '/auth/second-factor',
  forgotPassword: '/auth/forgot-password',
  /** Mailed links lead to these three, with `#token=…`. */
  recover: '/auth/recover',
  invite: '/auth/invite',
  confirmEmail: '/auth/confirm-email',

  overview: dashboardPaths.overview,
  explore: dashboardPaths.explore,
  live: '/admin/live',
  sessions: '/admin/sessions',
  /** @param hash of its tab. @param startedAt which of the tab's sessions. */
  session: (hash: string, startedAt: string) =>
    href(`/admin/sessions/${encodeURIComponent(hash)}`, new URLSearchParams({ at: startedAt })),

  articles: '/admin/articles',
  article: (slug: string) => `/admin/articles/${encodeURIComponent(slug)}`,
  journeys: '/admin/journeys',
  funnels: '/admin/funnels',
  affiliate: '/admin/affiliate',
  links: dashboardPaths.links,
  webVitals: '/admin/web-vitals',
  experiments: '/admin/experiments',

  messages: dashboardPaths.messages,
  subscribers: '/admin/subscribers',
  newsletter: '/admin/newsletter',
  issue: (id: string) => `/admin/newsletter/${encodeURIComponent(id)}`,

  account: '/admin/account',
  team: '/admin/team',
  goals: '/admin/goals',
  reports: dashboardPaths.reports,
  sharing: '/admin/sharing',
  imports: '/admin/imports',
  dataQuality: dashboardPaths.dataQuality,
  personalData: '/admin/personal-data',
  mailLog: '/admin/mail-log',
  auditLog: '/admin/audit-log',

  /** The page of a share link; its secret is in the hash. */
  share: '/share',
} as const

/** URL parameters of the scope, see `filters/scope.ts`. */
export const SCOPE_PARAMS: readonly string[] = ['period', 'from', 'to', 'bots', 'compare', 'f']

interface NavPage {
  readonly label: string
  readonly path: string
  /** Required to open it; null if every role may. */
  readonly permission: Permission | null
  /** Whether links to it keep the scope; it may use only a part, or pass it on to the next page. */
  readonly keepsScope: boolean
}

export interface Section {
  readonly label: string
  readonly pages: readonly [NavPage, ...NavPage[]]
}

const page = (
  label: string,
  path: string,
  permission: NavPage['permission'],
  keepsScope = false,
): NavPage => ({ label, path, permission, keepsScope })

/** The navigation, in its order. */
export const sections: readonly Section[] = [
  {
    label: 'Analytics',
    pages: [
      page('Overview', paths.overview, 'figures', true),
      page('Explore', paths.explore, 'figures', true),
      page('Live', paths.live, 'figures', true),
      page('Sessions', paths.sessions, 'figures', true),
    ],
  },
  {
    label: 'Content',
    pages: [
      page('Articles', paths.articles, 'figures', true),
      page('Journeys', paths.journeys, 'figures', true),
      page('Funnels', paths.funnels, 'figures', true),
      page('Affiliate', paths.affiliate, 'figures', true),
      page('Link health', paths.links, 'figures', true),
      page('Experiments', paths.experiments, 'figures', true),
      page('Web vitals', paths.webVitals, 'figures', true),
    ],
  },
  {
    label: 'Audience',
    pages: [
      page('Messages', paths.messages, 'audience'),
      page('Subscribers', paths.subscribers, 'audience'),
      page('Newsletter', paths.newsletter, 'audience'),
    ],
  },
  {
    label: 'Settings',
    pages: [
      page('Account', paths.account, null),
      page('Team', paths.team, 'administration'),
      page('Goals', paths.goals, 'content'),
      page('Reports & alerts', paths.reports, 'figures'),
      page('Sharing & API', paths.sharing, 'administration'),
      page('Data import', paths.imports, 'figures'),
      page('Data quality', paths.dataQuality, 'figures'),
      page('Personal data', paths.personalData, 'administration'),
      page('Mail log', paths.mailLog, 'administration'),
      page('Audit log', paths.auditLog, 'administration'),
    ],
  },
]

export function sectionsOf(role: Role): readonly Section[] {
  return sections.flatMap(({ label, pages }) => {
    const [first, ...rest] = pages.filter((page) => opens(role, page))
    return first ? [{ label, pages: [first, ...rest] as const }] : []
  })
}

export function opens(role: Role, { permission }: Pick<NavPage, 'permission'>): boolean {
  return permission === null || may(role, permission)
}

/** The page of a path, or the one above it. */
export function pageOf(pathname: string): NavPage | undefined {
  return sections
    .flatMap(({ pages }) => pages)
    .find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
}

export function sectionOf(pathname: string): Section | undefined {
  const page = pageOf(pathname)
  return page && sections.find(({ pages }) => pages.includes(page))
}

/** A path with a readable query. */
export function href(path: string, query: URLSearchParams = new URLSearchParams()): string {
  const text = readable(query.toString())
  return text === '' ? path : `${path}?${text}`
}

/** The same URL with `f=is,page,/x` for `f=is%2Cpage%2C%2Fx`. Whatever else is encoded would mean something else. */
export function readable(url: string): string {
  return url.replaceAll(/%2C|%2F|%3A/g, decodeURIComponent)
}

/** The URL of a page, with the scope of the current parameters if it keeps one. */
export function scopedHref(
  { path, keepsScope }: Pick<NavPage, 'path' | 'keepsScope'>,
  current: URLSearchParams,
): string {
  const kept = [...current].filter(([name]) => keepsScope && SCOPE_PARAMS.includes(name))
  return href(path, new URLSearchParams(kept))
}

/** One segment below a page, of safe characters. */
const BELOW_A_PAGE = /^\/[\w-]+(\?|$)/

/** Where a sign-in leads: a page or one below it, never another origin. */
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
