import { expect, it } from 'vitest'
import { dashboardPaths, signedOutPage, withNext } from './dashboard-paths.ts'

it.each([
  ['/admin/analytics?tab=clicks', '/auth?next=%2Fadmin%2Fanalytics%3Ftab%3Dclicks'],
  // It comes after a sign-in anyway.
  ['/admin/analytics', '/auth'],
])('the sign-in page leads on to %s', (next, expected) => {
  expect(withNext(dashboardPaths.signIn, next)).toBe(expected)
})

it('a browser whose session has ended gets the form', () => {
  expect(signedOutPage()).toBe('/auth?signed_out=1')
  expect(signedOutPage('/admin/team')).toBe('/auth?next=%2Fadmin%2Fteam&signed_out=1')
})
