import { SIGNED_IN_COOKIE } from '@half-measure/shared/auth/session.ts'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { FLOW_MS } from './single-sign-on/flow.ts'
import { SESSION_IDLE_MS } from './sessions.ts'

const DAY_SECONDS = 24 * 3_600

/** One of the dashboard's cookies. */
export interface Cookie {
  read(c: Context): string | undefined
  write(c: Context, value: string): void
  clear(c: Context): void
}

/** Cookies of one purpose, told apart by an id. */
interface Cookies {
  of(id: string): Cookie
  ids(c: Context): string[]
}

/**
 * The refresh token, the proof of a known device, and the sign-ins with the provider that are under way, one for each tab:
 * hidden from scripts, and sent by the dashboard's own pages only. Beside the refresh token is a cookie that says it is
 * there.
 *
 * Over https the prefix `__Host-` makes browsers refuse a cookie from any other host, and requires `Secure` and the
 * path `/`. Over http, which means loopback, the path is that of the auth routes.
 */
export function createCookies(dashboardOrigin: string): {
  readonly refresh: Cookie
  readonly device: Cookie
  /** By state. */
  readonly flows: Cookies
} {
  const secure = dashboardOrigin.startsWith('https:')
  const options: CookieOptions = {
    httpOnly: true,
    sameSite: 'Strict',
    secure,
    path: secure ? '/' : '/api/auth',
  }
  const nameOf = (purpose: string) => `${secure ? '__Host-' : ''}half-measure-${purpose}`
  const cookie = (purpose: string, maxAge: number, sameSite: 'Strict' | 'Lax' = 'Strict'): Cookie => {
    const name = nameOf(purpose)
    return {
      read: (c) => getCookie(c, name),
      write: (c, value) => setCookie(c, name, value, { ...options, sameSite, maxAge }),
      clear: (c) => void deleteCookie(c, name, options),
    }
  }
  const refresh = cookie('refresh', SESSION_IDLE_MS / 1000)
  // Links from emails send it too.
  const hint: CookieOptions = { secure, sameSite: 'Lax', path: '/' }
  return {
    refresh: {
      ...refresh,
      write(c, value) {
        refresh.write(c, value)
        setCookie(c, SIGNED_IN_COOKIE, '1', { ...hint, maxAge: SESSION_IDLE_MS / 1000 })
      },
      clear(c) {
        refresh.clear(c)
        deleteCookie(c, SIGNED_IN_COOKIE, hint)
      },
    },
    // The longest that browsers allow.
    device: cookie('device', 400 * DAY_SECONDS),
    flows: {
      // Browsers send no strict cookie when the provider redirects back.
      of: (state) => cookie(`single-sign-on-${state}`, FLOW_MS / 1000, 'Lax'),
      ids(c) {
        const prefix = nameOf('single-sign-on-')
        const names = Object.keys(getCookie(c)).filter((name) => name.startsWith(prefix))
        return names.map((name) => name.slice(prefix.length))
      },
    },
  }
}
