import { createMiddleware } from 'hono/factory'

/**
 * Lets go of what a handler of `GET` began to send where only the headers were asked for. Hono leaves such a stream
 * unread, and with it a file or a place among listeners taken for ever.
 */
export const dropBodyOfHead = createMiddleware(async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
})
