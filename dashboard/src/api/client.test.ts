import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { route } from '@half-measure/shared/routes/route.ts'
import { call, createApi, type TokenSource } from './client.ts'
import { ApiError, NetworkError, ResponseShapeError } from './errors.ts'

const figures = route('GET', '/api/x', z.string())

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

describe('a call for the signed-in admin', () => {
  it('is repeated with another token when the first is refused', async () => {
    const shown = serverKnows('new')
    await expect(createApi(tokens('old', 'new')).call(figures, {})).resolves.toBe('figures')
    expect(shown).toEqual(['Bearer old', 'Bearer new'])
  })

  it('is not made a third time', async () => {
    const shown = serverKnows('neither')
    await expect(createApi(tokens('old', 'new')).call(figures, {})).rejects.toMatchObject({
      status: 401,
    })
    expect(shown).toHaveLength(2)
  })

  it('is not made without a session', async () => {
    const shown = serverKnows('any')
    await expect(createApi(tokens(null, null)).call(figures, {})).rejects.toMatchObject({
      status: 400,
      message: 'Auth session missing',
    })
    expect(shown).toEqual([])
  })
})

describe('a call that needs re-authentication', () => {
  /** A server that wants one, until it has been given. */
  function serverWants() {
    const server = { isProven: false, calls: 0 }
    vi.stubGlobal('fetch', async () => {
      server.calls += 1
      if (server.isProven) return Response.json('figures')
      const error = { code: 'reauthentication_needed', message: 'First.', details: { second_factor: true } }
      return Response.json({ error }, { status: 403 })
    })
    return server
  }

  it('is repeated once it was given', async () => {
    const server = serverWants()
    const confirm = vi.fn(async () => (server.isProven = true))
    await expect(createApi(tokens('t', null), confirm).call(figures, {})).resolves.toBe('figures')
    expect(confirm).toHaveBeenCalledExactlyOnceWith({ secondFactor: true })
    expect(server.calls).toBe(2)
  })

  it('fails where it was not', async () => {
    const server = serverWants()
    const api = createApi(tokens('t', null), () => Promise.resolve(false))
    await expect(api.call(figures, {})).rejects.toMatchObject({ code: 'reauthentication_needed' })
    await expect(api.download('/api/x.csv')).rejects.toMatchObject({ code: 'reauthentication_needed' })
    expect(server.calls).toBe(2)
  })
})

const read = route('GET', '/api/x', z.object({ role: z.string() }))
const write = route('POST', '/api/x/:id', z.object({ role: z.string() }), z.unknown())

function respondWith(respond: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(respond)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

describe('call', () => {
  it('sends the token and a JSON body', async () => {
    const fetch = respondWith(async () => Response.json({ role: 'admin' }))
    const result = await call(write, { params: { id: '7' }, body: { a: 1 } }, { token: 't' })
    expect(result).toEqual({ role: 'admin' })
    const [path, init] = fetch.mock.calls[0] ?? []
    const headers = new Headers(init?.headers)
    expect(path).toBe('/api/x/7')
    expect(init?.method).toBe('POST')
    expect(init?.body).toBe('{"a":1}')
    expect(headers.get('authorization')).toBe('Bearer t')
    expect(headers.get('content-type')).toBe('application/json')
  })

  it('sends a file as it is, under its own type', async () => {
    const fetch = respondWith(async () => Response.json({ role: 'admin' }))
    const body = new Blob(['a,b'], { type: 'text/csv' })
    await call(write, { params: { id: '7' }, body })
    const init = fetch.mock.calls[0]?.[1]
    expect(init?.body).toBe(body)
    expect(new Headers(init?.headers).has('content-type')).toBe(false)
  })

  it('passes on the server’s error', async () => {
    respondWith(async () =>
      Response.json(
        { error: { code: 'invalid_credentials', message: 'Invalid login credentials' } },
        { status: 400, headers: { 'retry-after': '7' } },
      ),
    )
    const error = await call(read, {}).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
      retryAfter: 7,
    })
  })

  it('has a message for an error without one', async () => {
    respondWith(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(call(read, {})).rejects.toMatchObject({
      code: 'http_502',
      message: 'The server responded with status 502.',
    })
  })

  it('names a missing response', async () => {
    respondWith(() => Promise.reject(new TypeError('fetch failed')))
    await expect(call(read, {})).rejects.toBeInstanceOf(NetworkError)
  })

  it('does not report a cancelled call as a network failure', async () => {
    const cancelled = new AbortController()
    cancelled.abort()
    respondWith(() => Promise.reject(new DOMException('aborted', 'AbortError')))
    const error = call(read, {}, { signal: cancelled.signal })
    await expect(error).rejects.toMatchObject({ name: 'AbortError' })
  })

  it.each([
    ['another shape', () => Promise.resolve(Response.json({ rolle: 'admin' }))],
    ['no JSON', () => Promise.resolve(new Response('hello'))],
  ])('refuses a response of %s', async (_name, respond) => {
    respondWith(respond)
    await expect(call(read, {})).rejects.toBeInstanceOf(ResponseShapeError)
  })
})
