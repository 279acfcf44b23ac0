import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { SESSION_IDLE_MS } from './sessions.ts'

/** Where browsers keep the refresh token: unreadable for scripts, and sent by the dashboard's own pages only. */
export interface RefreshCookie {
  read(c: Context): string | undefined
  write(c: Context, token: string): void
  clear(c: Context): void
}

/**
 * Over https the prefix `__Host-` makes browsers refuse the cookie from any other host, and requires `Secure` and the
 * path `/`. Over http, which means loopback, the path is that of the auth routes.
 */
export function createRefreshCookie(dashboardOrigin: string): RefreshCookie {
  const secure = dashboardOrigin.startsWith('https:')
  const name = secure ? '__Host-half-measure-refresh' : 'half-measure-refresh'
  const options: CookieOptions = {
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    path: secure ? '/' : '/api/auth',
  }
  return {
    read: (c) => getCookie(c, name),
    write: (c, token) => setCookie(c, name, token, { ...options, maxAge: SESSION_IDLE_MS / 1000 }),
    clear: (c) => void deleteCookie(c, name, options),
  }
}
