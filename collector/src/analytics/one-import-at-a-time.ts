import type { MiddlewareHandler } from 'hono'
import { ApiError } from '../platform/api-error.ts'
import { KeyedSemaphore } from '../platform/keyed-semaphore.ts'

const MAX_WAITING = 10
/** Nobody reads the body meanwhile, and a request has to arrive within 15 s (`listen.ts`). */
const MAX_WAITING_MS = 10_000

const importRunning = () =>
  new ApiError(429, 'import_running', 'Another file is being imported. Send this one again in a minute.', {
    retryAfter: 60,
  })

/**
 * Admits one file at a time: each takes up to some hundred megabytes of memory. Must come before the handler that
 * reads the body.
 */
export function oneImportAtATime(): MiddlewareHandler {
  const semaphore = new KeyedSemaphore(
    { running: 1, waiting: MAX_WAITING, waitingMs: MAX_WAITING_MS },
    importRunning,
  )
  return (c, next) => semaphore.run('', c.req.raw.signal, next)
}
