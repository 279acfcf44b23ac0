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

/** A page that leads on to `next`, a path within the dashboard, or to the overview. */
export function withNext(path: string, next: string): string {
  return next === dashboardPaths.overview ? path : `${path}?${new URLSearchParams({ next }).toString()}`
}
