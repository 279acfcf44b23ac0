import { SIGNED_IN_COOKIE } from '@half-measure/shared/auth/session.ts'
import { dashboardPaths, SIGNED_OUT, withNext } from '@half-measure/shared/dashboard-paths.ts'
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { StaticFiles } from './platform/http/static-files.ts'

/**
 * The two documents of the dashboard: the sign-in page, and the application for everything else. A cookie hints which
 * one is wanted, so that nobody loads one only to be sent to the other.
 */
export function dashboardPages(files: Pick<StaticFiles, 'serve' | 'page'>): Hono {
  return (
    new Hono()
      .get('/', (c) => c.redirect(dashboardPaths.overview))
      .get('/admin/*', async (c, next) => {
        if (mayBeSignedIn(c)) return next()
        const { pathname, search } = new URL(c.req.url)
        return c.redirect(withNext(dashboardPaths.signIn, pathname + search))
      })
      .get(dashboardPaths.signIn, async (c) => {
        const { next, failure, [SIGNED_OUT]: signedOut } = c.req.query()
        // A session that the provider could not confirm goes on, but its owner should read why.
        const isMeant = failure !== undefined || signedOut !== undefined
        return mayBeSignedIn(c) && !isMeant ? c.redirect(afterSignIn(next)) : files.page(c, '/auth.html', 200)
      })
      .get(`${dashboardPaths.signIn}/`, (c) => c.redirect(dashboardPaths.signIn))
      .get('*', files.serve)
      .get('/assets/*', (c) => c.text('There is no such file in this version.', 404))
      // The application knows its own paths, and shows its own 404.
      .get('*', (c) => files.page(c, '/index.html', 200))
  )
}

function mayBeSignedIn(c: Context): boolean {
  return getCookie(c, SIGNED_IN_COOKIE) !== undefined
}

/** The page that a sign-in leads to: one of the dashboard's own, whatever a link says. */
function afterSignIn(next = ''): string {
  const nowhere = 'http://dashboard.invalid'
  const url = URL.parse(next, nowhere)
  const isOwn = url?.origin === nowhere && url.pathname.startsWith('/admin/')
  return isOwn ? url.pathname + url.search : dashboardPaths.overview
}
