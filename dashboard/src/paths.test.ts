import { describe, expect, it } from 'vitest'
import { nextAfterSignIn, paths, rooms, sitePaths, wingAt } from './paths.ts'

describe('paths', () => {
  it('are the addresses people have bookmarked', () => {
    const built = {
      home: paths.home(),
      signIn: paths.signIn(),
      signInAndBack: paths.signIn(paths.analytics(new URLSearchParams({ tab: 'clicks' }))),
      analytics: paths.analytics(),
      analyticsView: paths.analytics(
        new URLSearchParams({ tab: 'clicks', from: '2026-11-01', to: '2026-11-07' }),
      ),
      analyticsDefaultView: paths.analytics(new URLSearchParams()),
      exploreView: paths.explore(new URLSearchParams({ period: '7d', f: 'is,page,/a b|/c' })),
      visit: paths.visit('session_1_abcd'),
      secondFactorAndBack: paths.secondFactor(paths.messages()),
      forgotPassword: paths.forgotPassword(),
      recover: paths.recover(),
      invite: paths.invite(),
      confirmEmail: paths.confirmEmail(),
      rooms: rooms.map(({ path }) => path),
      site: sitePaths,
    }
    expect(built).toMatchInlineSnapshot(`
      {
        "analytics": "/admin/analytics",
        "analyticsDefaultView": "/admin/analytics",
        "analyticsView": "/admin/analytics?tab=clicks&from=2026-11-01&to=2026-11-07",
        "confirmEmail": "/auth/confirm-email",
        "exploreView": "/admin/explore?period=7d&f=is,page,/a+b%7C/c",
        "forgotPassword": "/auth/forgot-password",
        "home": "/",
        "invite": "/auth/invite",
        "recover": "/auth/recover",
        "rooms": [
          "/admin/analytics",
          "/admin/explore",
          "/admin/live",
          "/admin/visits",
          "/admin/articles",
          "/admin/journeys",
          "/admin/funnels",
          "/admin/retention",
          "/admin/affiliate",
          "/admin/experiments",
          "/admin/delivery",
          "/admin/messages",
          "/admin/readers",
          "/admin/editions",
          "/admin/mail",
          "/admin/account",
          "/admin/admins",
          "/admin/reports",
          "/admin/sharing",
          "/admin/audit",
        ],
        "secondFactorAndBack": "/auth/second-factor?next=%2Fadmin%2Fmessages",
        "signIn": "/auth",
        "signInAndBack": "/auth?next=%2Fadmin%2Fanalytics%3Ftab%3Dclicks",
        "site": {
          "about": "/about",
          "contact": "/contact",
          "cookiePolicy": "/cookie-policy",
          "disclaimer": "/disclaimer",
          "feed": "/rss.xml",
          "home": "/",
          "newsletter": "/newsletter",
          "philosophy": "/philosophy",
          "privacy": "/privacy",
          "stories": "/stories",
          "terms": "/terms",
        },
        "visit": "/admin/visits/session_1_abcd",
      }
    `)
  })
})

describe('wingAt', () => {
  it.each([
    ['/admin/explore', 'Figures'],
    ['/admin/visits/session_1_abcd', 'Figures'],
    ['/admin/editions/0193a5c0-7f3e-7abc-8def-0123456789ab', 'People'],
    ['/admin/audit', 'House'],
    ['/admin/auditors', undefined],
    ['/auth', undefined],
  ])('%s lies in %s', (pathname, label) => {
    expect(wingAt(pathname)?.label).toBe(label)
  })
})

describe('nextAfterSignIn', () => {
  const next = (value: string) => nextAfterSignIn(new URLSearchParams({ next: value }))

  it('leads back to the view that was asked for', () => {
    expect(next('/admin/analytics?tab=clicks')).toBe('/admin/analytics?tab=clicks')
  })

  it('leads back to any room', () => {
    expect(next('/admin/messages?folder=held')).toBe('/admin/messages?folder=held')
    expect(next('/admin/account')).toBe('/admin/account')
    const edition = '/admin/editions/0193a5c0-7f3e-7abc-8def-0123456789ab'
    expect(next(edition)).toBe(edition)
    expect(next('/admin/articles/pine-beer?period=7d')).toBe('/admin/articles/pine-beer?period=7d')
  })

  it('leads to the dashboard when nothing was asked for', () => {
    expect(nextAfterSignIn(new URLSearchParams())).toBe('/admin/analytics')
  })

  it.each([
    'https://evil.test/admin/analytics',
    '//evil.test',
    '/auth',
    '/admin/analyticsx',
    '/admin',
    '/admin/messages/../../auth',
    '/admin/editions/../../auth',
    '/admin/editions/..',
    '/admin/editions//evil.test',
    'javascript:alert(1)',
  ])('leads nowhere else: %s', (value) => {
    expect(next(value)).toBe('/admin/analytics')
  })
})
