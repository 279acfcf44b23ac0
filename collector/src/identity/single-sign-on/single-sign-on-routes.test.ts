import { describe, expect, it, vi } from 'vitest'
import { describePostgres } from '../../../test/postgres/each-postgres.ts'
import {
  CALLBACK,
  openSingleSignOn,
  type SingleSignOnApp,
} from '../../../test/postgres/single-sign-on-browser.ts'
import { useSingleSignOn } from '../../../test/postgres/use-single-sign-on.ts'
import { embeddedOrigins } from '../../testing/origins.ts'
import { identify } from '../authenticate.ts'
import { FLOW_MS } from './flow.ts'

describePostgres('single sign-on', (db) => {
  const sso = useSingleSignOn(db)

  describe('the way back from the provider', () => {
    it('works once', async () => {
      const browser = sso.app.openBrowser()
      const { callback } = await browser.visit('o')
      const [[name, flow] = ['', '']] = browser.flows
      expect((await browser.finish(callback)).failure).toBeNull()
      expect(browser.flows).toEqual([])
      expect((await browser.finish(callback)).failure).toBe('expired')
      browser.cookies.set(name, flow)
      expect((await browser.finish(callback)).failure).toBe('expired')
    })

    it('works in each of two tabs, whichever comes back first', async () => {
      const browser = sso.app.openBrowser()
      const first = await browser.visit('o', { next: '/admin/team' })
      const second = await browser.visit('o', { next: '/admin/audit' })
      expect(await browser.finish(second.callback)).toEqual({ failure: null, next: '/admin/audit' })
      expect(await browser.finish(first.callback)).toEqual({ failure: null, next: '/admin/team' })
      expect(browser.flows).toEqual([])
    })

    it('works for the newest four of a browser, whose cookies do not pile up', async () => {
      const browser = sso.app.openBrowser()
      const callbacks: URL[] = []
      for (let n = 0; n < 5; n += 1) {
        callbacks.push((await browser.visit('o')).callback)
        sso.advance(1)
      }
      expect(browser.flows).toHaveLength(4)
      const failures: (string | null)[] = []
      for (const callback of callbacks) failures.push((await browser.finish(callback)).failure)
      expect(failures).toEqual(['expired', null, null, null, null])
    })

    it('still works where a website leads the browser there as well, or the database was away', async () => {
      const browser = sso.app.openBrowser()
      const { callback } = await browser.visit('o')
      expect((await browser.finish(new URL(`${CALLBACK}?state=guessed&code=x`))).failure).toBe('expired')
      const goesAway = Object.assign(new Error('terminating connection'), { code: '57P01' })
      vi.spyOn(sso.app.identity.limits, 'check').mockRejectedValueOnce(goesAway)
      await expect(browser.finish(callback)).rejects.toThrow(/^503: /)
      expect((await browser.finish(callback)).failure).toBeNull()
    })

    it('works in the browser that went there, and in no other', async () => {
      const browser = sso.app.openBrowser()
      const { callback } = await browser.visit('o')
      const victim = sso.app.openBrowser()
      expect((await victim.finish(callback)).failure).toBe('expired')
      await victim.start()
      expect((await victim.finish(callback)).failure).toBe('expired')
      expect([...victim.cookies]).toEqual(victim.flows)
    })

    it('works for ten minutes', async () => {
      const browser = sso.app.openBrowser()
      const { callback } = await browser.visit('o')
      sso.advance(FLOW_MS)
      expect((await browser.finish(callback)).failure).toBe('expired')
    })

    it('does not take a flow that was changed or made elsewhere', async () => {
      const browser = sso.app.openBrowser()
      const { callback } = await browser.visit('o')
      const [[name, flow] = ['', '']] = browser.flows
      browser.cookies.set(name, `${flow.slice(0, -3)}AAA`)
      expect((await browser.finish(callback)).failure).toBe('expired')
      browser.cookies.set(name, flow)
      const state = callback.searchParams.get('state') ?? ''
      callback.searchParams.set('state', 'another')
      expect((await browser.finish(callback)).failure).toBe('expired')
      // The flow of one state under the name of another.
      browser.cookies.set(name.replace(state, 'another'), flow)
      expect((await browser.finish(callback)).failure).toBe('expired')
    })

    it.each(['', '?code=x', '?error=', '?state=x&state=y', '?error=server_error&code=%00'])(
      'responds to nonsense (%s) with the sign-in page',
      async (query) => {
        const browser = sso.app.openBrowser()
        expect((await browser.finish(new URL(CALLBACK + query))).failure).toBe('expired')
        await browser.start()
        expect((await browser.finish(new URL(CALLBACK + query))).failure).toBe('expired')
      },
    )

    it.each(['https://evil.test/', '//evil.test', String.raw`/\evil.test`, 'javascript:alert(1)'])(
      'leads to the sign-in page alone, which checks where to go on (%s)',
      async (next) => {
        const browser = sso.app.openBrowser()
        // `finish` fails for any other page.
        expect(await browser.signIn('o', { next })).toEqual({ failure: null, next })
      },
    )

    it('is limited for each client like a sign-in', async () => {
      const browser = sso.app.openBrowser()
      // Any website can lead a browser here, whether or not it has begun a sign-in: only the provider knows its state.
      for (let n = 0; n < 40; n += 1) {
        if (n % 2 === 1) await browser.start()
        expect((await browser.finish(new URL(`${CALLBACK}?state=guessed&error=access_denied`))).failure).toBe(
          'expired',
        )
      }
      for (let n = 0; n < 30; n += 1) {
        const { callback } = await browser.visit('o')
        callback.searchParams.set('code', 'guessed')
        expect((await browser.finish(callback)).failure).toBe('failed')
      }
      const { callback } = await browser.visit('o')
      expect((await browser.finish(callback)).failure).toBe('too_many_attempts')
      const elsewhere = await browser.visit('o')
      const outcome = await browser.finish(elsewhere.callback, { 'X-Test-Client': '198.51.100.1' })
      expect(outcome.failure).toBeNull()
    })

    it('starts a session that names its browser', async () => {
      const browser = sso.app.openBrowser()
      const { callback } = await browser.visit('o')
      const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
      expect((await browser.finish(callback, { 'User-Agent': userAgent })).failure).toBeNull()
      const sessions = await db().selectFrom('sessions').select(['method', 'browser']).execute()
      expect(sessions).toEqual([{ method: 'oidc', browser: 'Firefox on Windows' }])
    })

    it('stores no token of the provider', async () => {
      await sso.signInAs('o')
      const tables = await db()
        .selectFrom('sessions')
        .fullJoin('identities', 'identities.user_id', 'sessions.user_id')
        .selectAll()
        .execute()
      expect(JSON.stringify(tables)).not.toMatch(/eyJ|access_token/)
    })
  })

  describe('re-authentication', () => {
    const authenticatedAt = async (browser: ReturnType<SingleSignOnApp['openBrowser']>) => {
      const { access_token: token } = await browser.session()
      return (await identify(sso.app.identity, token)).authenticatedAt.getTime()
    }

    it('is as old as the sign-in at the provider', async () => {
      const browser = sso.app.openBrowser()
      const before = Date.now() - 1_000
      await browser.signIn('o')
      const first = await authenticatedAt(browser)
      expect(first).toBeGreaterThanOrEqual(before)
      sso.advance(60_000)
      await browser.signIn('o')
      expect(await authenticatedAt(browser)).toBe(first)
    })

    it('is none where the provider does not say when that was', async () => {
      const browser = sso.app.openBrowser()
      await browser.signIn('o')
      sso.provider.forge({ claims: { auth_time: undefined } })
      await browser.signIn('o')
      expect(await authenticatedAt(browser)).toBe(0)
      expect((await browser.signIn('o', { confirm: '1' })).failure).toBe('not_confirmed')
    })

    it('comes from signing in there again, in a session that takes the place of the old one', async () => {
      const browser = sso.app.openBrowser()
      await browser.signIn('o')
      const old = await browser.session()
      const { callback, wasPrompted } = await browser.visit('o', { confirm: '1' })
      expect(wasPrompted).toBe(true)
      expect((await browser.finish(callback)).failure).toBeNull()
      expect(Date.now() - (await authenticatedAt(browser))).toBeLessThan(60_000)
      await expect(identify(sso.app.identity, old.access_token)).rejects.toMatchObject({
        code: 'session_not_found',
      })
    })

    it('is not accepted from a provider that did not prompt for it', async () => {
      const browser = sso.app.openBrowser()
      await browser.signIn('o')
      sso.provider.forge({ claims: { auth_time: Math.floor(Date.now() / 1_000) - 60 } })
      expect((await browser.signIn('o', { confirm: '1' })).failure).toBe('not_confirmed')
      expect(await sso.refusals()).toMatchObject([{ reason: 'not_confirmed' }])
    })

    it('lets nobody set a password without the old one', async () => {
      const browser = sso.app.openBrowser()
      await browser.signIn('o')
      const { access_token: token } = await browser.session()
      expect(await identify(sso.app.identity, token)).toMatchObject({ maySetPassword: false })
    })
  })

  it('is an option that the sign-in page requests', async () => {
    const options = async (app: SingleSignOnApp) => (await app.app.request('/api/auth/options')).json()
    expect(await options(sso.app)).toEqual({ single_sign_on: { name: 'Brewery ID' } })
    const without = await openSingleSignOn(db(), undefined, sso.now)
    expect(await options(without)).toEqual({ single_sign_on: null })
    expect((await without.app.request('/api/auth/oidc/start')).status).toBe(404)
    expect((await without.app.request('/api/auth/oidc/callback')).status).toBe(404)
  })

  it('keeps a sign-in that is under way in a cookie that comes back with a link from the provider', async () => {
    const { headers } = await sso.app.app.request('/api/auth/oidc/start')
    const cookie = headers.getSetCookie().find((set) => set.includes('single-sign-on')) ?? ''
    expect(cookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=600',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
  })

  it('begins on the dashboard’s origin, whichever name of this machine was used', async () => {
    const local = await openSingleSignOn(db(), sso.settings(), sso.now, { origins: embeddedOrigins })
    const startAt = async (origin: string) => {
      const { headers } = await local.app.request(`${origin}/api/auth/oidc/start?next=/admin/team`)
      return headers.get('location')
    }
    expect(await startAt('http://127.0.0.1:8081')).toBe(
      'http://localhost:8081/api/auth/oidc/start?next=/admin/team',
    )
    expect(await startAt('http://localhost:8081')).toContain(`${sso.provider.issuer}/auth?`)
  })
})
