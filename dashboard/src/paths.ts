import { readableQuery } from './filters/readable-query.ts'

/** Every address of the dashboard. */
export const paths = {
  home: () => '/',
  /** `next` brings back the view that was asked for; it is an address within the dashboard. */
  signIn: (next?: string) => withNext('/auth', next),
  secondFactor: (next?: string) => withNext('/auth/second-factor', next),
  forgotPassword: () => '/auth/forgot-password',
  /** Mailed links lead here, with `#token=…` behind the address. */
  recover: () => '/auth/recover',
  invite: () => '/auth/invite',
  confirmEmail: () => '/auth/confirm-email',
  analytics: (query?: URLSearchParams) => withQuery('/admin/analytics', query),
  /** The query stays as people can read it. */
  explore: (query?: URLSearchParams) =>
    query?.size ? `/admin/explore?${readableQuery(query)}` : '/admin/explore',
  articles: (query?: URLSearchParams) => withQuery('/admin/articles', query),
  article: (slug: string, query?: URLSearchParams) => withQuery(`/admin/articles/${slug}`, query),
  journeys: (query?: URLSearchParams) => withQuery('/admin/journeys', query),
  funnels: (query?: URLSearchParams) => withQuery('/admin/funnels', query),
  retention: (query?: URLSearchParams) => withQuery('/admin/retention', query),
  affiliate: (query?: URLSearchParams) => withQuery('/admin/affiliate', query),
  experiments: (query?: URLSearchParams) => withQuery('/admin/experiments', query),
  live: () => '/admin/live',
  visits: (query?: URLSearchParams) =>
    query?.size ? `/admin/visits?${readableQuery(query)}` : '/admin/visits',
  visit: (id: string) => `/admin/visits/${encodeURIComponent(id)}`,
  messages: (query?: URLSearchParams) => withQuery('/admin/messages', query),
  readers: (query?: URLSearchParams) => withQuery('/admin/readers', query),
  editions: () => '/admin/editions',
  edition: (id: string) => `/admin/editions/${id}`,
  mail: () => '/admin/mail',
  delivery: () => '/admin/delivery',
  admins: () => '/admin/admins',
  audit: (query?: URLSearchParams) => withQuery('/admin/audit', query),
  account: () => '/admin/account',
  reports: () => '/admin/reports',
  sharing: () => '/admin/sharing',
  /** What a link shows. Its secret stands behind the hash. */
  share: (query?: URLSearchParams, secret = '') =>
    `${query?.size ? `/share?${readableQuery(query)}` : '/share'}${secret && `#${secret}`}`,
}

/** The pages an admin moves between, by what one comes for, in the order of the navigation. */
export const wings = [
  {
    label: 'Figures',
    rooms: [
      { label: 'Analytics', path: paths.analytics() },
      { label: 'Explore', path: paths.explore() },
      { label: 'Live', path: paths.live() },
      { label: 'Visits', path: paths.visits() },
      { label: 'Articles', path: paths.articles() },
      { label: 'Journeys', path: paths.journeys() },
      { label: 'Funnels', path: paths.funnels() },
      { label: 'Retention', path: paths.retention() },
      { label: 'Affiliate', path: paths.affiliate() },
      { label: 'Experiments', path: paths.experiments() },
      { label: 'Delivery', path: paths.delivery() },
    ],
  },
  {
    label: 'People',
    rooms: [
      { label: 'Messages', path: paths.messages() },
      { label: 'Readers', path: paths.readers() },
      { label: 'Editions', path: paths.editions() },
      { label: 'Mail', path: paths.mail() },
    ],
  },
  {
    label: 'House',
    rooms: [
      { label: 'Account', path: paths.account() },
      { label: 'Admins', path: paths.admins() },
      { label: 'Reports', path: paths.reports() },
      { label: 'Sharing', path: paths.sharing() },
      { label: 'Audit', path: paths.audit() },
    ],
  },
] as const
export type Wing = (typeof wings)[number]

export const rooms = wings.flatMap(({ rooms }): { label: string; path: string }[] => [...rooms])

/** The wing that an address lies in, by its rooms and what is below them. */
export function wingAt(pathname: string): Wing | undefined {
  return wings.find(({ rooms }) =>
    rooms.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`)),
  )
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

/** One segment below a room, of characters that lead nowhere else. */
const BELOW_A_ROOM = /^\/[\w-]+(\?|$)/

/** The address a sign-in leads back to: only rooms and what lies in them count, never another origin's. */
export function nextAfterSignIn(params: URLSearchParams): string {
  const next = params.get('next') ?? ''
  const isRoom = rooms.some(({ path }) => {
    if (!next.startsWith(path)) return false
    const rest = next.slice(path.length)
    return rest === '' || rest.startsWith('?') || BELOW_A_ROOM.test(rest)
  })
  return isRoom ? next : paths.analytics()
}

function withNext(path: string, next: string | undefined): string {
  return next === undefined ? path : `${path}?${new URLSearchParams({ next })}`
}

function withQuery(path: string, query: URLSearchParams | undefined): string {
  return query?.size ? `${path}?${query}` : path
}
