import { Hono, type MiddlewareHandler } from 'hono'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { errorHandler } from '../../platform/http/error-handler.ts'
import { createLogger } from '../../platform/logger.ts'
import type { AdminEnv } from '../../identity/require-admin.ts'
import { historyImportRoutes } from './history-routes.ts'
import type { HistoryStoreOptions } from './history-store.ts'

const anybody: MiddlewareHandler<AdminEnv> = (_, next) => next()

/** Without stores: of a file that is refused, nothing reaches them. */
function openApp() {
  const nowhere = new Proxy({}, { get: () => expect.unreachable('no store is expected') })
  const options = { db: nowhere, writer: nowhere, migrator: nowhere, now: () => new Date('2026-11-20') }
  const app = new Hono<AdminEnv>()
    .route('/api/imports', historyImportRoutes(options as HistoryStoreOptions, anybody))
    .onError(errorHandler(createLogger('silent')))
  return async (body: string | ReadableStream, path = '/preview') => {
    const response = await app.request(`/api/imports${path}`, { method: 'POST', body, duplex: 'half' })
    const { error } = (await response.json()) as { error: { code: string; details?: unknown } }
    return { status: response.status, ...error }
  }
}

describe('the import of history', () => {
  it('refuses a file with more rows than fit in memory and in a backup', async () => {
    const post = openApp()
    const pages = Array.from({ length: 200_001 }, (_, i) => `2026-01-01,/${i},1`)
    expect(await post(['date,page,pageviews', ...pages].join('\n'))).toMatchObject({
      status: 400,
      code: 'invalid_csv',
      details: [
        { line: 200_002, problem: expect.stringMatching(/^more than 200,000 rows by day and value/) },
      ],
    })
  })

  it('reads one file at a time; others wait for their turn, and are refused where many do', async () => {
    // However long the file takes, nobody has waited for long.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const post = openApp()
    const { readable, writable } = new TransformStream<Uint8Array>()
    const order: string[] = []
    const first = post(readable).then(() => order.push('the first'))
    const others = Array.from({ length: 10 }, () => post('name,email').then(() => order.push('another')))
    expect(await post('name,email', '?file_name=x.csv')).toMatchObject({
      status: 429,
      code: 'import_running',
    })
    expect(order).toEqual([])
    const writer = writable.getWriter()
    await writer.write(new TextEncoder().encode('name,email'))
    await writer.close()
    await Promise.all([first, ...others])
    expect(order).toEqual(['the first', ...Array<string>(10).fill('another')])
  })

  it('refuses a file that waits before its request times out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const post = openApp()
    const { readable, writable } = new TransformStream<Uint8Array>()
    const first = post(readable)
    const second = post('name,email')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await second).toMatchObject({ status: 429, code: 'import_running' })
    await writable.close()
    expect(await first).toMatchObject({ status: 400, code: 'invalid_csv' })
  })
})
