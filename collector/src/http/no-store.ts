import { createMiddleware } from 'hono/factory'

/** Answers that are somebody's own, or of this moment, are kept by nobody on the way. */
export const noStore = createMiddleware(async (c, next) => {
  await next()
  c.header('Cache-Control', 'no-store')
})
