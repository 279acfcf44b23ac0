import { expect, it } from 'vitest'
import { dashboardPaths, withNext } from './dashboard-paths.ts'

it.each([
  ['/admin/analytics?tab=clicks', '/auth?next=%2Fadmin%2Fanalytics%3Ftab%3Dclicks'],
  // It comes after a sign-in anyway.
  ['/admin/analytics', '/auth'],
])('the sign-in page leads on to %s', (next, expected) => {
  expect(withNext(dashboardPaths.signIn, next)).toBe(expected)
})
