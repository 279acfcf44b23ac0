import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { AnswerShapeError, ApiError, NetworkError } from './api-error.ts'
import { request } from './request.ts'

const Answer = z.object({ role: z.string() })

function serverAnswers(answer: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(answer)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

afterEach(() => vi.unstubAllGlobals())

describe('request', () => {
  it('sends the token and a JSON body', async () => {
    const fetch = serverAnswers(async () => Response.json({ role: 'admin' }))
    const answer = await request('/api/x', Answer, { method: 'POST', body: { a: 1 }, token: 't' })
    expect(answer).toEqual({ role: 'admin' })
    const [path, init] = fetch.mock.calls[0] ?? []
    const headers = new Headers(init?.headers)
    expect(path).toBe('/api/x')
    expect(init?.body).toBe('{"a":1}')
    expect(headers.get('authorization')).toBe('Bearer t')
    expect(headers.get('content-type')).toBe('application/json')
  })

  it('sends a file as it is, under its own type', async () => {
    const fetch = serverAnswers(async () => Response.json({ role: 'admin' }))
    const body = new Blob(['a,b'], { type: 'text/csv' })
    await request('/api/x', Answer, { method: 'POST', body })
    const init = fetch.mock.calls[0]?.[1]
    expect(init?.body).toBe(body)
    expect(new Headers(init?.headers).has('content-type')).toBe(false)
  })

  it('passes on what the server says against it', async () => {
    serverAnswers(async () =>
      Response.json(
        { error: { code: 'invalid_credentials', message: 'Invalid login credentials' } },
        { status: 400, headers: { 'retry-after': '7' } },
      ),
    )
    const error = await request('/api/x', Answer).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
      retryAfter: 7,
    })
  })

  it('has words for a refusal without any', async () => {
    serverAnswers(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(request('/api/x', Answer)).rejects.toMatchObject({
      code: 'http_502',
      message: 'The server answered with status 502.',
    })
  })

  it('calls a missing answer by its name', async () => {
    serverAnswers(() => Promise.reject(new TypeError('fetch failed')))
    await expect(request('/api/x', Answer)).rejects.toBeInstanceOf(NetworkError)
  })

  it('does not call a cancelled question a failure of the network', async () => {
    const cancelled = new AbortController()
    cancelled.abort()
    serverAnswers(() => Promise.reject(new DOMException('aborted', 'AbortError')))
    const error = request('/api/x', Answer, { signal: cancelled.signal })
    await expect(error).rejects.toMatchObject({ name: 'AbortError' })
  })

  it.each([
    ['another shape', () => Promise.resolve(Response.json({ rolle: 'admin' }))],
    ['no JSON', () => Promise.resolve(new Response('hello'))],
  ])('refuses an answer of %s', async (_name, answer) => {
    serverAnswers(answer)
    await expect(request('/api/x', Answer)).rejects.toBeInstanceOf(AnswerShapeError)
  })
})
