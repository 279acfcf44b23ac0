import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createApi, type TokenSource } from './api.ts'

const refused = () => Response.json({ error: { code: 'bad_jwt', message: 'Token refused' } }, { status: 401 })

/** A server that knows one token, and remembers what it was shown. */
function serverKnows(token: string): string[] {
  const shown: string[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const sent = new Headers(init.headers).get('authorization') ?? ''
    shown.push(sent)
    return sent === `Bearer ${token}` ? Response.json('figures') : refused()
  })
  return shown
}

const tokens = (first: string | null, second: string | null): TokenSource => ({
  accessToken: () => Promise.resolve(first),
  replace: () => Promise.resolve(second),
})

afterEach(() => vi.unstubAllGlobals())

describe('a question on behalf of the admin', () => {
  it('is asked once more with another token when the first is refused', async () => {
    const shown = serverKnows('new')
    await expect(createApi(tokens('old', 'new')).get('/api/x', z.string())).resolves.toBe('figures')
    expect(shown).toEqual(['Bearer old', 'Bearer new'])
  })

  it('is not asked a third time', async () => {
    const shown = serverKnows('neither')
    await expect(createApi(tokens('old', 'new')).get('/api/x', z.string())).rejects.toMatchObject({
      status: 401,
    })
    expect(shown).toHaveLength(2)
  })

  it('is not asked at all without a session', async () => {
    const shown = serverKnows('any')
    await expect(createApi(tokens(null, null)).get('/api/x', z.string())).rejects.toMatchObject({
      status: 400,
      message: 'Auth session missing',
    })
    expect(shown).toEqual([])
  })
})
