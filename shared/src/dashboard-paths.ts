/** Addresses of the dashboard that other programs know: emails link to most of them. */
export const dashboardPaths = {
  signIn: '/auth',
  overview: '/admin/analytics',
  explore: '/admin/explore',
  messages: '/admin/messages',
  reports: '/admin/reports',
  links: '/admin/links',
  dataQuality: '/admin/data-quality',
} as const

/** An open message, whichever folder it is in. */
export function messagePath(id: string): string {
  return `${dashboardPaths.messages}?${new URLSearchParams({ message: id }).toString()}`
}

/** Of the sign-in page's URL: the application has found no session, whatever the browser's cookies say. */
export const SIGNED_OUT = 'signed_out'

/** A page that leads on to `next`, a path within the dashboard, or to the overview. */
export function withNext(path: string, next: string): string {
  return next === dashboardPaths.overview ? path : `${path}?${new URLSearchParams({ next }).toString()}`
}

/** The sign-in page for a browser whose session has ended. It shows its form in any case. */
export function signedOutPage(next: string = dashboardPaths.overview): string {
  const page = withNext(dashboardPaths.signIn, next)
  return `${page}${page.includes('?') ? '&' : '?'}${SIGNED_OUT}=1`
}
