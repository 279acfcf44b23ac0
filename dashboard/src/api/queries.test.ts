import type { UseQueryResult } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from './errors.ts'
import { createQueryClient, isFresh, resultOf, retryDelay, shouldRetry } from './queries.ts'
import { refusal } from './testing/refusal.ts'

afterEach(() => vi.restoreAllMocks())

describe('retries of a query', () => {
  it('are three', () => {
    const error = new NetworkError(null)
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).toEqual([true, true, true, false])
    expect(shouldRetry(0, refusal(500))).toBe(true)
  })

  it('are none where the request was refused', () => {
    expect([400, 401, 403, 404, 429].map((status) => shouldRetry(0, refusal(status)))).not.toContain(true)
  })

  it('wait 1, 2, 4 … at most 30 s', () => {
    expect([0, 1, 2, 4, 5, 10].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
  })
})

describe('the data of a query', () => {
  const seconds = (count: number) => count * 1_000

  it('is fresh until it is too old or something has changed', async () => {
    const queries = createQueryClient({ onForbidden: () => {} })
    queries.setQueryData(['recent'], 1, { updatedAt: Date.now() - seconds(50) })
    queries.setQueryData(['old'], 2, { updatedAt: Date.now() - seconds(70) })
    const fresh = (key: string) => isFresh(queries, [key], seconds(60))
    expect([fresh('recent'), fresh('old'), fresh('absent')]).toEqual([true, false, false])
    await queries.invalidateQueries({ queryKey: ['recent'] })
    expect(fresh('recent')).toBe(false)
    queries.clear()
  })
})

describe('a failed query', () => {
  it('can be retried, unless what it asks for does not exist', () => {
    const failed = (status: number) => {
      const query = { isPending: false, error: refusal(status) } as unknown as UseQueryResult
      return resultOf(query, undefined)
    }
    expect(failed(500)).toMatchObject({ status: 'failed', retry: expect.any(Function) })
    expect(failed(404)).toMatchObject({ status: 'failed', retry: null })
  })

  it('is logged in the agreed words', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const error = refusal(400)
    const client = createQueryClient({ onForbidden: vi.fn() })
    await client.fetchQuery({ queryKey: ['x'], queryFn: () => Promise.reject(error) }).catch(() => undefined)
    expect(log).toHaveBeenCalledWith('Failed to fetch analytics data', error)
  })

  it('checks access again after a 403', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const onForbidden = vi.fn<() => void>()
    const client = createQueryClient({ onForbidden })
    const run = (status: number) =>
      client
        .fetchQuery({ queryKey: [status], queryFn: () => Promise.reject(refusal(status)) })
        .catch(() => undefined)
    await run(400)
    expect(onForbidden).not.toHaveBeenCalled()
    await run(403)
    expect(onForbidden).toHaveBeenCalledOnce()
  })
})
