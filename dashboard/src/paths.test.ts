import { describe, expect, it } from 'vitest'
import { href, nextAfterSignIn, opens, pageOf, paths, sectionOf, sections, sectionsOf } from './paths.ts'

describe('paths', () => {
  it('are the addresses that people have bookmarked', () => {
    expect(paths.session('1234', '2026-11-20T10:00:00.000Z')).toBe(
      '/admin/sessions/1234?at=2026-11-20T10:00:00.000Z',
    )
    expect(sections.map(({ label, pages }) => [label, ...pages.map(({ path }) => path)])).toEqual([
      ['Analytics', '/admin/analytics', '/admin/explore', '/admin/live', '/admin/sessions'],
      [
        'Content',
        '/admin/articles',
        '/admin/journeys',
        '/admin/funnels',
        '/admin/affiliate',
        '/admin/links',
        '/admin/experiments',
        '/admin/web-vitals',
      ],
      ['Audience', '/admin/messages', '/admin/subscribers', '/admin/newsletter'],
      [
        'Settings',
        '/admin/account',
        '/admin/team',
        '/admin/goals',
        '/admin/reports',
        '/admin/sharing',
        '/admin/imports',
        '/admin/data-quality',
        '/admin/personal-data',
        '/admin/mail-log',
        '/admin/audit-log',
      ],
    ])
  })

  it('have queries that people can read', () => {
    const query = new URLSearchParams({ period: '7d', f: 'is,page,/a b|/c' })
    expect(href(paths.explore, query)).toBe('/admin/explore?period=7d&f=is,page,/a+b%7C/c')
    expect(href(paths.explore, new URLSearchParams())).toBe('/admin/explore')
  })
})

it.each([
  ['/admin/explore', 'Analytics'],
  ['/admin/sessions/session_1_abcd', 'Analytics'],
  ['/admin/newsletter/0193a5c0-7f3e-7abc-8def-0123456789ab', 'Audience'],
  ['/admin/audit-log', 'Settings'],
  ['/admin/audit-logs', undefined],
  ['/auth', undefined],
])('sectionOf: %s is in %s', (pathname, label) => {
  expect(sectionOf(pathname)?.label).toBe(label)
})

describe('a role', () => {
  const labels = (role: 'owner' | 'editor' | 'analyst') =>
    sectionsOf(role).map(({ label, pages }) => [label, ...pages.map((page) => page.label)])

  it('includes every page for owners, and fewer for others', () => {
    expect(sectionsOf('owner')).toEqual(sections)
    expect(labels('editor').slice(2)).toEqual([
      ['Audience', 'Messages', 'Subscribers', 'Newsletter'],
      ['Settings', 'Account', 'Goals', 'Reports & alerts', 'Data import', 'Data quality'],
    ])
    expect(labels('analyst').slice(2)).toEqual([
      ['Settings', 'Account', 'Reports & alerts', 'Data import', 'Data quality'],
    ])
  })

  it('includes what is below its pages, and no more', () => {
    const isOpen = (pathname: string) => {
      const page = pageOf(pathname)
      return page && opens('analyst', page)
    }
    expect(isOpen('/admin/sessions/session_1_abcd')).toBe(true)
    expect(isOpen('/admin/newsletter/0193a5c0')).toBe(false)
  })
})

describe('nextAfterSignIn', () => {
  const next = (value: string) => nextAfterSignIn(new URLSearchParams({ next: value }))

  it.each([
    '/admin/analytics?tab=clicks',
    '/admin/messages?folder=spam',
    '/admin/account',
    '/admin/newsletter/0193a5c0-7f3e-7abc-8def-0123456789ab',
    '/admin/articles/pine-beer?period=7d',
  ])('leads back to %s', (value) => {
    expect(next(value)).toBe(value)
  })

  it('leads to the overview without a destination', () => {
    expect(nextAfterSignIn(new URLSearchParams())).toBe('/admin/analytics')
  })

  it.each([
    'https://evil.test/admin/analytics',
    '//evil.test',
    '/auth',
    '/admin/analyticsx',
    '/admin',
    '/admin/messages/../../auth',
    '/admin/newsletter/../../auth',
    '/admin/newsletter/..',
    '/admin/newsletter//evil.test',
    'javascript:alert(1)',
  ])('leads nowhere else: %s', (value) => {
    expect(next(value)).toBe('/admin/analytics')
  })
})
