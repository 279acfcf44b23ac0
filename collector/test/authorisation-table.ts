/** Who calls the API. */
export const CALLERS = [
  'anonymous',
  /** The access token of a session that was signed out. */
  'signedOut',
  /** An account without any right. */
  'reader',
  /** An administrator who still has to show a second factor. */
  'unproven',
  'administrator',
  /** API tokens, by scope. */
  'figuresToken',
  'revenueToken',
  'liveToken',
  /** The grant that a share link is exchanged for. */
  'link',
  /** The secret of a share link, as it stands in its URL. */
  'linkSecret',
  'refreshToken',
] as const
export type Caller = (typeof CALLERS)[number]

/** The status of a refusal; `pass` where the handler decides, whatever it makes of an empty request. */
type Outcome = 401 | 403 | 'pass'
const pass = 'pass'

/** In the order of `CALLERS`. */
const access = (...outcomes: readonly [Outcome, ...Outcome[]]) =>
  Object.fromEntries(CALLERS.map((caller, n) => [caller, outcomes[n]])) as Record<Caller, Outcome>

/* prettier-ignore */
export const ACCESS = {
  //             caller: anonymous signedOut reader unproven admin figures revenue live  link  secret refresh
  everybody:     access(pass,     pass,     pass,  pass,    pass, pass,   pass,   pass, pass, pass,  pass),
  account:       access(401,      401,      pass,  pass,    pass, 401,    401,    401,  401,  401,   401),
  provenAccount: access(401,      401,      pass,  403,     pass, 401,    401,    401,  401,  401,   401),
  /** Nobody here has enrolled a second factor. */
  enrolled:      access(401,      401,      403,   403,     403,  401,    401,    401,  401,  401,   401),
  administrator: access(401,      401,      403,   403,     pass, 401,    401,    401,  401,  401,   401),
  /** Without a token there is nothing to end. */
  logout:        access(pass,     401,      pass,  pass,    pass, 401,    401,    401,  401,  401,   401),
  /** Statistics that neither tokens nor links read. */
  statistics:    access(401,      401,      403,   403,     pass, 403,    403,    403,  403,  401,   401),
  figures:       access(401,      401,      403,   403,     pass, pass,   pass,   403,  403,  401,   401),
  revenue:       access(401,      401,      403,   403,     pass, 403,    pass,   403,  403,  401,   401),
  live:          access(401,      401,      403,   403,     pass, 403,    403,    pass, 403,  401,   401),
  /** What the page of a share link shows. */
  shared:        access(401,      401,      403,   403,     pass, pass,   pass,   403,  pass, 401,   401),
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
  'POST /api/contact': 'everybody',
  'POST /api/newsletter': 'everybody',
  'POST /api/newsletter/confirm': 'everybody',
  'POST /api/newsletter/guide': 'everybody',
  'POST /api/newsletter/unsubscribe': 'everybody',
  'GET /api/newsletter/guide': 'everybody',
  'GET /api/newsletter/unsubscribe': 'everybody',
  'POST /newsletter/confirm': 'everybody',
  'POST /newsletter/guide': 'everybody',
  'POST /newsletter/unsubscribe': 'everybody',
  'GET /newsletter/archive': 'everybody',
  'GET /newsletter/archive.xml': 'everybody',
  'GET /newsletter/archive/:slug': 'everybody',

  // What comes before a session. Passwords, tokens and tickets decide.
  'POST /api/auth/token': 'everybody',
  'POST /api/auth/signup': 'everybody',
  'POST /api/auth/ensure-admin-user': 'everybody',
  'POST /api/auth/recover': 'everybody',
  'POST /api/auth/verify': 'everybody',
  'POST /api/auth/email-change': 'everybody',
  'GET /api/auth/demo-credentials': 'everybody',
  'POST /api/share/open': 'everybody',
  'GET /api/issues/:id/preview': 'everybody',

  // The caller's own account. What shows a second factor is open before it.
  'GET /api/auth/user': 'account',
  'PATCH /api/auth/user': 'account',
  'POST /api/auth/factors': 'account',
  'POST /api/auth/factors/:id/challenge': 'account',
  'POST /api/auth/factors/:id/verify': 'account',
  'DELETE /api/auth/factors/:id': 'account',
  'GET /api/auth/sessions': 'provenAccount',
  'GET /api/auth/recovery-codes': 'provenAccount',
  'POST /api/auth/recovery-codes': 'enrolled',
  'GET /api/auth/admin': 'administrator',
  'POST /api/auth/logout': 'logout',

  'GET /api/messages': 'administrator',
  'PATCH /api/messages/:id': 'administrator',
  'POST /api/messages/:id/release': 'administrator',
  'DELETE /api/messages/:id': 'administrator',
  'GET /api/subscribers': 'administrator',
  'GET /api/subscribers/export.csv': 'administrator',
  'DELETE /api/subscribers/:id': 'administrator',
  'GET /api/issues': 'administrator',
  'POST /api/issues': 'administrator',
  'GET /api/issues/:id': 'administrator',
  'PATCH /api/issues/:id': 'administrator',
  'DELETE /api/issues/:id': 'administrator',
  'POST /api/issues/:id/test': 'administrator',
  'POST /api/issues/:id/send': 'administrator',
  'POST /api/issues/:id/pause': 'administrator',
  'POST /api/issues/:id/resume': 'administrator',
  'GET /api/mails': 'administrator',
  'POST /api/mails/:id/retry': 'administrator',
  'DELETE /api/mails/:id': 'administrator',

  'GET /api/admins': 'administrator',
  'POST /api/admins': 'administrator',
  'PATCH /api/admins/:id': 'administrator',
  'POST /api/admins/:id/reset-second-factor': 'administrator',
  'DELETE /api/admins/:id': 'administrator',
  'GET /api/audit': 'administrator',
  'GET /api/audit/export.csv': 'administrator',
  'GET /api/stats-keys': 'administrator',
  'POST /api/stats-keys': 'administrator',
  'DELETE /api/stats-keys/:id': 'administrator',
  'GET /api/dead-letters': 'administrator',
  'POST /api/dead-letters/retry': 'administrator',

  'GET /api/annotations': 'administrator',
  'POST /api/annotations': 'administrator',
  'PATCH /api/annotations/:id': 'administrator',
  'DELETE /api/annotations/:id': 'administrator',
  'GET /api/views': 'administrator',
  'POST /api/views': 'administrator',
  'PATCH /api/views/:id': 'administrator',
  'DELETE /api/views/:id': 'administrator',
  'GET /api/reports/settings': 'administrator',
  'PATCH /api/reports/settings': 'administrator',
  'GET /api/reports/alerts': 'administrator',
  'POST /api/reports/alerts': 'administrator',
  'DELETE /api/reports/alerts/:id': 'administrator',

  'GET /api/stats/realtime': 'statistics',
  'GET /api/stats/sessions': 'statistics',
  'GET /api/stats/sessions/:id': 'statistics',
  'GET /api/stats/funnels': 'statistics',
  'POST /api/stats/funnels': 'statistics',
  'PUT /api/stats/funnels/:id': 'statistics',
  'DELETE /api/stats/funnels/:id': 'statistics',
  'POST /api/stats/affiliate/commissions': 'statistics',
  'PUT /api/stats/goals': 'statistics',

  'GET /api/stats/query': 'shared',
  'GET /api/stats/export.csv': 'shared',
  'GET /api/stats/summary': 'figures',
  'GET /api/stats/timeseries': 'figures',
  'GET /api/stats/coverage': 'figures',
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
}
