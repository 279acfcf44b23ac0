import type { AuthUser } from '@half-measure/shared/auth/session.ts'
import { describe, expect, it, vi } from 'vitest'
import type { Api } from '../../api/client.ts'
import { refusal } from '../../api/testing/refusal.ts'
import type { SessionStore } from '../../session/session-store.ts'
import { adminLoader } from '../../layout/admin-access.ts'
import { secondFactorLoader } from './second-factor.ts'

const ada: AuthUser = {
  id: '0193a5c0-7f3e-7abc-8def-0123456789ab',
  email: 'ada@b.test',
  identities: [],
  factors: [{ id: '0193a5c0-7f3e-7abc-8def-0123456789ac', factor_type: 'totp', status: 'verified' }],
}

const missing = (enrolled: boolean) => refusal(403, { code: 'insufficient_aal', details: { enrolled } })

/** What both loaders take: a user, and the server's response to the check. */
function parts(user: AuthUser | null, response: { role: string } | Error) {
  const session = { restore: () => Promise.resolve(user), user: () => user }
  const call = vi.fn(() => (response instanceof Error ? Promise.reject(response) : Promise.resolve(response)))
  // Only what the loaders use of either.
  return { session: session as unknown as SessionStore, api: { call } as unknown as Api }
}

type Loader = ReturnType<typeof adminLoader>

async function load(loader: Loader, address: string): Promise<unknown> {
  const request = new Request(`http://localhost${address}`)
  const url = new URL(request.url)
  const result: unknown = await loader({
    request,
    params: {},
    context: {},
    url,
    pattern: url.pathname,
  } as Parameters<Loader>[0])
  return result instanceof Response ? result.headers.get('location') : result
}

describe('a page', () => {
  const requested = '/admin/messages?folder=spam'

  it('opens for an admin', async () => {
    expect(await load(adminLoader(parts(ada, { role: 'editor' })), requested)).toEqual({
      email: 'ada@b.test',
      role: 'editor',
    })
  })

  it('leads through the sign-in and back', async () => {
    expect(await load(adminLoader(parts(null, missing(true))), requested)).toBe(
      '/auth?next=%2Fadmin%2Fmessages%3Ffolder%3Dspam&signed_out=1',
    )
  })

  it.each([true, false])(
    'leads to the second factor while that is missing, enrolled %s',
    async (enrolled) => {
      expect(await load(adminLoader(parts(ada, missing(enrolled))), '/admin/analytics')).toBe(
        '/auth/second-factor',
      )
      expect(await load(adminLoader(parts(ada, missing(enrolled))), requested)).toBe(
        '/auth/second-factor?next=%2Fadmin%2Fmessages%3Ffolder%3Dspam',
      )
    },
  )
})

describe('the page of the second factor', () => {
  const address = '/auth/second-factor?next=%2Fadmin%2Fmessages'

  it('asks for a code if the account has a factor', async () => {
    expect(await load(secondFactorLoader(parts(ada, missing(true))), address)).toEqual({
      missing: 'code-missing',
      factors: ada.factors,
      next: '/admin/messages',
    })
  })

  it('asks to set one up if the account must have one', async () => {
    expect(
      await load(secondFactorLoader(parts({ ...ada, factors: [] }, missing(false))), address),
    ).toMatchObject({
      missing: 'factor-missing',
    })
  })

  it('redirects users who have shown it, and users who are not signed in', async () => {
    expect(await load(secondFactorLoader(parts(ada, { role: 'owner' })), address)).toBe('/admin/messages')
    expect(await load(secondFactorLoader(parts(null, missing(true))), address)).toBe(
      '/auth?next=%2Fadmin%2Fmessages&signed_out=1',
    )
  })

  it('leads nowhere but to a page', async () => {
    const evil = '/auth/second-factor?next=https%3A%2F%2Fevil.test'
    expect(await load(secondFactorLoader(parts(ada, { role: 'owner' })), evil)).toBe('/admin/analytics')
  })
})
