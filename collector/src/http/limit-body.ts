import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ApiError } from '../errors.ts'

/** Refuses a body of more than `maxBytes` with 413 `body_too_large`, whatever length it announced. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new ApiError(413, 'body_too_large', `At most ${maxBytes} bytes, please.`)
    },
  })
}
