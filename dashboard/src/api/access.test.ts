import { afterEach, describe, expect, it, vi } from 'vitest'
import { readAccess } from './access.ts'
import { ApiError, NetworkError } from './errors.ts'
import { createApi } from './client.ts'

const tokens = { accessToken: () => Promise.resolve('t'), replace: () => Promise.resolve(null) }

/** Access after one response to the check. */
function accessAfter(status: number, body: unknown) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(body, { status })))
  return readAccess(createApi(tokens))
}

const refusal = (code: string, details?: unknown) => ({ error: { code, message: 'No.', details } })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('access to the dashboard', () => {
  it('is an admin’s', async () => {
    expect(await accessAfter(200, { role: 'editor' })).toEqual({ role: 'editor' })
  })

  it('waits for a code where there is a second factor, and for a factor where there has to be one', async () => {
    expect(await accessAfter(403, refusal('insufficient_aal', { enrolled: true }))).toBe('code-missing')
    expect(await accessAfter(403, refusal('insufficient_aal', { enrolled: false }))).toBe('factor-missing')
    expect(await accessAfter(403, refusal('insufficient_aal'))).toBe('code-missing')
  })

  it('is refused to everybody else, without a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await accessAfter(403, refusal('not_admin'))).toBe('not-admin')
    expect(warn).not.toHaveBeenCalled()
  })

  it('is refused with a warning when the check fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await accessAfter(500, refusal('internal'))).toBe('not-admin')
    expect(warn).toHaveBeenCalledWith('Failed to check admin status', expect.any(ApiError))
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    expect(await readAccess(createApi(tokens))).toBe('not-admin')
    expect(warn).toHaveBeenLastCalledWith('Failed to check admin status', expect.any(NetworkError))
  })
})
