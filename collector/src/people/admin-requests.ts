import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { ApiError } from '../errors.ts'

const MAX_BODY_BYTES = 16 * 1024

/**
 * What every route for administrators begins with, once it is known who asks.
 *
 * @param maxBytes of a body.
 */
export function adminGuards(maxBytes = MAX_BODY_BYTES): MiddlewareHandler[] {
  return [
    async (c, next) => {
      await next()
      c.header('Cache-Control', 'no-store')
    },
    bodyLimit({
      maxSize: maxBytes,
      onError: () => {
        throw new ApiError(413, 'body_too_large', `At most ${maxBytes} bytes, please.`)
      },
    }),
  ]
}

/** The question of a list. @throws {ApiError} 400 `invalid_query`. */
export function readQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  const query = schema.safeParse(c.req.query())
  if (query.success) return query.data
  throw new ApiError(400, 'invalid_query', 'The question cannot be read.', { details: problems(query.error) })
}

/** @throws {ApiError} 400 `validation_failed`. */
export async function readChange<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await c.req.json().catch((error: unknown) => {
    if (error instanceof ApiError) throw error
    return undefined
  })
  const change = schema.safeParse(body)
  if (change.success) return change.data
  throw new ApiError(400, 'validation_failed', 'The change cannot be read.', {
    details: problems(change.error),
  })
}

/** The id in the address. @throws what `notFound` makes, for what is no id. */
export function readId(c: Context, notFound: () => ApiError): string {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw notFound()
  return id.data
}

/** An answer that browsers save as a file. */
export function csvFile(c: Context, name: string, text: string): Response {
  return c.body(text, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}

function problems(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}
