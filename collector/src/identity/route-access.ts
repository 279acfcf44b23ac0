import { may, type Permission } from '@half-measure/shared/auth/roles.ts'
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { ApiError } from '../platform/api-error.ts'
import { assertAal2, type Principal } from './authenticate.ts'
import { insufficientRole, notAdmin } from './errors.ts'

/** Permissions that administrators' routes require. The first match decides; routes without one are for owners. */
const PERMISSIONS: readonly (readonly [method: string, path: string, Permission])[] = [
  ['PUT', '/api/stats/goals', 'content'],
  ['*', '/api/stats/affiliate/commissions', 'content'],
  ['GET', '/api/stats/affiliate/networks', 'content'],
  ['*', '/api/stats', 'figures'],
  ['GET', '/api/imports', 'figures'],
  ['*', '/api/imports', 'content'],
  ['GET', '/api/experiments', 'figures'],
  ['*', '/api/experiments', 'content'],
  ['*', '/api/annotations', 'figures'],
  ['*', '/api/views', 'figures'],
  ['*', '/api/reports', 'figures'],
  ['*', '/api/messages', 'audience'],
  ['*', '/api/subscribers', 'audience'],
  ['*', '/api/issues', 'audience'],
]

/** How long a sign-in, or a confirmation of it, suffices for the routes below. Milliseconds. */
const REAUTHENTICATION_MS = 10 * 60_000

/** Routes that require recent reauthentication: with the password and any second factor, or with a passkey. */
const REAUTHENTICATED_ROUTES: ReadonlySet<string> = new Set([
  'PATCH /api/auth/user',
  'POST /api/auth/factors',
  'DELETE /api/auth/factors/:id',
  'POST /api/auth/passkeys/registration-options',
  'POST /api/auth/passkeys',
  'POST /api/auth/recovery-codes',
  'DELETE /api/auth/identities',
  'POST /api/admins',
  'PATCH /api/admins/:id',
  'POST /api/admins/:id/reset-second-factor',
  'DELETE /api/admins/:id',
  'DELETE /api/admins/:id/sessions/:session',
  'POST /api/tokens',
  'DELETE /api/tokens/:id',
  'GET /api/subscribers/export.csv',
  'POST /api/personal-data/find',
  'POST /api/personal-data/erase',
  'GET /api/audit/export.csv',
  'GET /api/stats/events.csv',
])

/**
 * Asserts that an administrator may call the current route.
 *
 * @throws {ApiError} 403 `not_admin`, `insufficient_role` or `reauthentication_needed`.
 */
export function assertMayCall(c: Context, principal: Principal, now: Date): void {
  const { role } = principal
  if (role === null) throw notAdmin()
  if (!may(role, permissionOf(c))) throw insufficientRole(role)
  assertRecentlyAuthenticated(c, principal, now)
}

/** @throws {ApiError} 403 `insufficient_aal` or `reauthentication_needed`. */
export function assertRecentlyAuthenticated(c: Context, principal: Principal, now: Date): void {
  const route = calledRoute(c)
  if (route === undefined || !REAUTHENTICATED_ROUTES.has(`${route.method} ${route.path}`)) return
  const isEnrolled = principal.secondFactor === 'enrolled'
  if (isEnrolled) assertAal2(principal)
  if (now.getTime() - principal.authenticatedAt.getTime() < REAUTHENTICATION_MS) return
  // The body has the current password, or an emailed link replaces it: proof enough without a second factor.
  if (route.path === '/api/auth/user' && (!isEnrolled || principal.maySetPassword)) return
  throw new ApiError(
    403,
    'reauthentication_needed',
    isEnrolled
      ? 'Please confirm your password and your second factor first'
      : 'Please confirm your password first',
    { details: { second_factor: isEnrolled } },
  )
}

function permissionOf(c: Context): Permission {
  const route = calledRoute(c)
  // Requests without a handler are refused later, whatever the role.
  if (route === undefined) return 'figures'
  const rule = PERMISSIONS.find(
    ([method, path]) =>
      (method === '*' || method === route.method) &&
      (route.path === path || route.path.startsWith(`${path}/`)),
  )
  return rule?.[2] ?? 'administration'
}

/** Middleware, which is for every method or all paths below one, is not a route. */
function calledRoute(c: Context): { method: string; path: string } | undefined {
  return matchedRoutes(c).find(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
}
