/** Who calls the API. */
export const CALLERS = [
  'anonymous',
  /** The access token of a session that was signed out. */
  'signedOut',
  /** An account without any right. */
  'reader',
  /** An owner who still has to show a second factor. */
  'unproven',
  /** Administrators, by role. */
  'owner',
  'editor',
  'analyst',
  /** An owner whose last proof of the password was more than ten minutes ago. */
  'stale',
  /** API tokens, by scope. */
  'figuresToken',
  'revenueToken',
  'liveToken',
  'eventsToken',
  /** The grant that a share link is exchanged for. */
  'link',
  /** The secret of a share link, as it stands in its URL. */
  'linkSecret',
  'refreshToken',
] as const
export type Caller = (typeof CALLERS)[number]

/**
 * The status of a refusal; `prove` where re-authentication would admit; `pass` where the handler decides,
 * whatever it makes of an empty request.
 */
export type Outcome = 401 | 403 | 'prove' | 'pass'
const pass = 'pass'
const prove = 'prove'

/** In the order of `CALLERS`. */
const access = (...outcomes: readonly [Outcome, ...Outcome[]]) =>
  Object.fromEntries(CALLERS.map((caller, n) => [caller, outcomes[n]])) as Record<Caller, Outcome>

/* prettier-ignore */
export const ACCESS = {
  //                    anonymous signedOut reader    unproven  owner     editor    analyst   stale     figures   revenue   live      events    link      secret    refresh
  everybody: access(    pass,     pass,     pass,     pass,     pass,     pass,     pass,     pass,     pass,     pass,     pass,     pass,     pass,     pass,     pass),
  account: access(      401,      401,      pass,     pass,     pass,     pass,     pass,     pass,     401,      401,      401,      401,      401,      401,      401),
  factors: access(      401,      401,      pass,     pass,     pass,     pass,     pass,     prove,    401,      401,      401,      401,      401,      401,      401),
  provenAccount: access(401,      401,      pass,     403,      pass,     pass,     pass,     pass,     401,      401,      401,      401,      401,      401,      401),
  /** Nobody here has enrolled a second factor. */
  enrolled: access(     401,      401,      403,      403,      403,      403,      403,      prove,    401,      401,      401,      401,      401,      401,      401),
  /** Without a token there is nothing to end. */
  logout: access(       pass,     401,      pass,     pass,     pass,     pass,     pass,     pass,     401,      401,      401,      401,      401,      401,      401),
  /** Whatever their role. */
  administrators: access(401,      401,      403,      403,      pass,     pass,     pass,     pass,     401,      401,      401,      401,      401,      401,      401),
  /** And owners. */
  editors: access(      401,      401,      403,      403,      pass,     pass,     403,      pass,     401,      401,      401,      401,      401,      401,      401),
  provenEditors: access(401,      401,      403,      403,      pass,     pass,     403,      prove,    401,      401,      401,      401,      401,      401,      401),
  owners: access(       401,      401,      403,      403,      pass,     403,      403,      pass,     401,      401,      401,      401,      401,      401,      401),
  provenOwners: access( 401,      401,      403,      403,      pass,     403,      403,      prove,    401,      401,      401,      401,      401,      401,      401),
  /** Statistics that neither tokens nor links read. */
  statistics: access(   401,      401,      403,      403,      pass,     pass,     pass,     pass,     403,      403,      403,      403,      403,      401,      401),
  /** What they are made from. */
  content: access(      401,      401,      403,      403,      pass,     pass,     403,      pass,     403,      403,      403,      403,      403,      401,      401),
  figures: access(      401,      401,      403,      403,      pass,     pass,     pass,     pass,     pass,     pass,     403,      403,      403,      401,      401),
  revenue: access(      401,      401,      403,      403,      pass,     pass,     pass,     pass,     403,      pass,     403,      403,      403,      401,      401),
  live: access(         401,      401,      403,      403,      pass,     pass,     pass,     pass,     403,      403,      pass,     403,      403,      401,      401),
  events: access(       401,      401,      403,      403,      pass,     pass,     pass,     prove,    403,      403,      403,      pass,     403,      401,      401),
  /** What the page of a share link shows. */
  shared: access(       401,      401,      403,      403,      pass,     pass,     pass,     pass,     pass,     pass,     403,      403,      pass,     401,      401),
} as const satisfies Record<string, Record<Caller, Outcome>>

/** Every route of the API, and who may call it. */
export const ROUTES: Readonly<Record<string, keyof typeof ACCESS>> = {
  // For monitors, programs and browsers.
  'GET /api/health': 'everybody',
  'GET /api/ready': 'everybody',
  'GET /api/config': 'everybody',
  'GET /api/openapi.json': 'everybody',
  'GET /.well-known/jwks.json': 'everybody',

  // For readers. What they may change is named by a session id or a mailed token.
  'POST /api/events': 'everybody',
  'GET /api/assignments': 'everybody',
  'POST /api/assignments': 'everybody',
  'POST /api/erasure': 'everybody',
  'POST /api/consent': 'everybody',
  'POST /api/consent/banner': 'everybody',
  'POST /api/contact': 'everybody',
  'POST /api/newsletter': 'everybody',
  'POST /api/newsletter/confirm': 'everybody',
  'POST /api/newsletter/guide': 'everybody',
  'POST /api/newsletter/unsubscribe': 'everybody',
  'POST /api/newsletter/preferences': 'everybody',
  'GET /api/newsletter/preferences': 'everybody',
  'GET /api/newsletter/guide': 'everybody',
  'GET /api/newsletter/unsubscribe': 'everybody',
  'POST /newsletter/confirm': 'everybody',
  'POST /newsletter/guide': 'everybody',
  'POST /newsletter/unsubscribe': 'everybody',
  'POST /newsletter/preferences': 'everybody',
  'GET /newsletter/issues/:id/opened.gif': 'everybody',
  'GET /newsletter/issues/:id/links/:position{[0-9]+}': 'everybody',
  'GET /newsletter/archive': 'everybody',
  'GET /newsletter/archive.xml': 'everybody',
  'GET /newsletter/archive/:slug': 'everybody',
  'GET /letters': 'everybody',

  // What comes before a session. Passwords, tokens, tickets and the provider decide.
  'POST /api/auth/token': 'everybody',
  'POST /api/auth/signup': 'everybody',
  'POST /api/auth/ensure-admin-user': 'everybody',
  'POST /api/auth/recover': 'everybody',
  'POST /api/auth/verify': 'everybody',
  'POST /api/auth/email-change': 'everybody',
  'POST /api/auth/passkeys/sign-in-options': 'everybody',
  'GET /api/auth/demo-credentials': 'everybody',
  'GET /api/auth/options': 'everybody',
  'GET /api/auth/oidc/start': 'everybody',
  'GET /api/auth/oidc/callback': 'everybody',
  'POST /api/share/open': 'everybody',
  'GET /api/issues/:id/preview': 'everybody',

  // The caller's own account. What shows a second factor is open before it.
  'GET /api/auth/user': 'account',
  'PATCH /api/auth/user': 'account',
  'POST /api/auth/reauthenticate': 'account',
  'POST /api/auth/factors': 'factors',
  'POST /api/auth/factors/:id/challenge': 'account',
  'POST /api/auth/factors/:id/verify': 'account',
  'DELETE /api/auth/factors/:id': 'factors',
  'DELETE /api/auth/identities': 'factors',
  'POST /api/auth/passkeys/registration-options': 'factors',
  'POST /api/auth/passkeys': 'factors',
  'POST /api/auth/passkeys/verification-options': 'account',
  'POST /api/auth/passkeys/verify': 'account',
  'POST /api/auth/recovery-codes/verify': 'account',
  'GET /api/auth/sessions': 'provenAccount',
  'DELETE /api/auth/sessions/:id': 'provenAccount',
  'GET /api/auth/recovery-codes': 'provenAccount',
  'POST /api/auth/recovery-codes': 'enrolled',
  'GET /api/auth/admin': 'administrators',
  'POST /api/auth/logout': 'logout',

  'GET /api/messages': 'editors',
  'GET /api/messages/:id': 'editors',
  'PATCH /api/messages/:id': 'editors',
  'POST /api/messages/:id/spam': 'editors',
  'POST /api/messages/:id/release': 'editors',
  'DELETE /api/messages/:id': 'editors',
  'POST /api/messages/:id/replies': 'editors',
  'PUT /api/messages/:id/letter': 'editors',
  'DELETE /api/messages/:id/letter': 'editors',
  'GET /api/subscribers': 'editors',
  'GET /api/subscribers/export.csv': 'provenEditors',
  'DELETE /api/subscribers/:id': 'editors',
  'GET /api/issues': 'editors',
  'POST /api/issues': 'editors',
  'GET /api/issues/results.csv': 'editors',
  'GET /api/issues/:id/report': 'editors',
  'GET /api/issues/:id': 'editors',
  'PATCH /api/issues/:id': 'editors',
  'DELETE /api/issues/:id': 'editors',
  'POST /api/issues/:id/test': 'editors',
  'POST /api/issues/:id/send': 'editors',
  'POST /api/issues/:id/unschedule': 'editors',
  'POST /api/issues/:id/pause': 'editors',
  'POST /api/issues/:id/resume': 'editors',
  'POST /api/issues/:id/stop': 'editors',
  'POST /api/issues/:id/remove-from-archive': 'editors',
  'POST /api/issues/:id/show-in-archive': 'editors',
  'GET /api/mails': 'owners',
  'POST /api/mails/:id/retry': 'owners',
  'DELETE /api/mails/:id': 'owners',

  'GET /api/admins': 'owners',
  'POST /api/admins': 'provenOwners',
  'PATCH /api/admins/:id': 'provenOwners',
  'POST /api/admins/:id/reset-second-factor': 'provenOwners',
  'DELETE /api/admins/:id': 'provenOwners',
  'GET /api/admins/:id/sessions': 'owners',
  'DELETE /api/admins/:id/sessions/:session': 'provenOwners',
  'GET /api/audit': 'owners',
  'GET /api/audit/export.csv': 'provenOwners',
  'GET /api/tokens': 'owners',
  'POST /api/tokens': 'provenOwners',
  'DELETE /api/tokens/:id': 'provenOwners',
  'POST /api/personal-data/find': 'provenOwners',
  'POST /api/personal-data/erase': 'provenOwners',
  'GET /api/dead-letters': 'owners',
  'POST /api/dead-letters/retry': 'owners',

  'GET /api/annotations': 'administrators',
  'POST /api/annotations': 'administrators',
  'PATCH /api/annotations/:id': 'administrators',
  'DELETE /api/annotations/:id': 'administrators',
  'GET /api/views': 'administrators',
  'POST /api/views': 'administrators',
  'PATCH /api/views/:id': 'administrators',
  'DELETE /api/views/:id': 'administrators',
  'GET /api/imports': 'administrators',
  'POST /api/imports': 'editors',
  'POST /api/imports/preview': 'editors',
  'DELETE /api/imports/:id': 'editors',
  'GET /api/experiments': 'administrators',
  'POST /api/experiments/:test/end': 'editors',
  'PATCH /api/experiments/:test': 'editors',
  'GET /api/reports/settings': 'administrators',
  'PATCH /api/reports/settings': 'administrators',
  'GET /api/reports/alerts': 'administrators',
  'POST /api/reports/alerts': 'administrators',
  'POST /api/reports/alerts/:id/test': 'administrators',
  'PUT /api/reports/alerts/:id': 'administrators',
  'DELETE /api/reports/alerts/:id': 'administrators',

  'GET /api/stats/realtime': 'statistics',
  'GET /api/stats/sessions': 'statistics',
  'GET /api/stats/sessions/:hash': 'statistics',
  'GET /api/stats/funnels': 'statistics',
  'GET /api/stats/brief': 'statistics',
  'GET /api/stats/articles/:slug/launch': 'statistics',
  'POST /api/stats/funnels': 'statistics',
  'PUT /api/stats/funnels/:id': 'statistics',
  'DELETE /api/stats/funnels/:id': 'statistics',
  'POST /api/stats/affiliate/commissions': 'content',
  'DELETE /api/stats/affiliate/commissions': 'content',
  'GET /api/stats/affiliate/networks': 'content',
  'PUT /api/stats/goals': 'content',

  'GET /api/stats/query': 'shared',
  'GET /api/stats/export.csv': 'shared',
  'GET /api/stats/page-titles': 'shared',
  'GET /api/stats/events.csv': 'events',
  'GET /api/stats/summary': 'figures',
  'GET /api/stats/timeseries': 'figures',
  'GET /api/stats/coverage': 'shared',
  'GET /api/stats/web-vitals': 'figures',
  'GET /api/stats/top-pages': 'figures',
  'GET /api/stats/recent-activity': 'live',
  'GET /api/stats/top-elements': 'figures',
  'GET /api/stats/conversions': 'figures',
  'GET /api/stats/experiments': 'figures',
  'GET /api/stats/experiments/results': 'figures',
  'GET /api/stats/articles': 'revenue',
  'GET /api/stats/articles/:slug': 'revenue',
  'GET /api/stats/journeys': 'figures',
  'GET /api/stats/funnels/result': 'figures',
  'GET /api/stats/affiliate': 'revenue',
  'GET /api/stats/delivery': 'figures',
  'GET /api/stats/goals': 'figures',
  'GET /api/stats/links': 'figures',
  'GET /api/stats/imported': 'figures',
}
