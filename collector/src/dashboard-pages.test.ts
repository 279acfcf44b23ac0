import { SIGNED_IN_COOKIE } from '@half-measure/shared/auth/session.ts'
import { describe, expect, it } from 'vitest'
import { dashboardPages } from './dashboard-pages.ts'

const app = dashboardPages({
  serve: (_, next) => next(),
  page: (c, name, status) => Promise.resolve(c.text(name, status)),
})

/** What a browser gets: the name of a document, or where it is sent. */
async function open(path: string, signedIn: boolean): Promise<string> {
  const headers = signedIn ? { cookie: `${SIGNED_IN_COOKIE}=1` } : {}
  const response = await app.request(`http://dashboard.test${path}`, { headers })
  return response.headers.get('location') ?? response.text()
}

describe('a browser in which nobody has signed in', () => {
  it.each([
    ['/admin/analytics', '/auth'],
    ['/admin/subscribers?state=pending', '/auth?next=%2Fadmin%2Fsubscribers%3Fstate%3Dpending'],
    ['/auth', '/auth.html'],
    ['/auth/', '/auth'],
    ['/auth?next=%2Fadmin%2Fteam', '/auth.html'],
    // Emailed links and share links work without a session.
    ['/auth/recover', '/index.html'],
    ['/share', '/index.html'],
    ['/', '/admin/analytics'],
  ])('opens %s and gets %s', async (path, expected) => {
    expect(await open(path, false)).toBe(expected)
  })
})

describe('a browser in which somebody has signed in', () => {
  it.each([
    ['/admin/subscribers?state=pending', '/index.html'],
    ['/auth', '/admin/analytics'],
    ['/auth?next=%2Fadmin%2Fexplore%3Ff%3Dis%2Cpage%2C%2Fcaf%C3%A9', '/admin/explore?f=is,page,/caf%C3%A9'],
    ['/auth?failure=not_confirmed', '/auth.html'],
    // The application knows better.
    ['/auth?next=%2Fadmin%2Fteam&signed_out=1', '/auth.html'],
  ])('opens %s and gets %s', async (path, expected) => {
    expect(await open(path, true)).toBe(expected)
  })

  it.each([
    'https://evil.test/admin/',
    '//evil.test/admin/',
    '/\\evil.test/admin/',
    '/go/x',
    '/admin/../auth',
    '',
  ])('is never sent on to %j', async (next) => {
    expect(await open(`/auth?next=${encodeURIComponent(next)}`, true)).toBe('/admin/analytics')
  })
})
