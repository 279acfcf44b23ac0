import type { Context } from 'hono'
import type { z } from 'zod'
import { ApiError } from '../errors.ts'

/** What stands behind the question mark of the address. @throws {ApiError} 400 `invalid_query`. */
export function readQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  return parseQuery(schema, c.req.query())
}

/**
 * A question that was put together by hand.
 *
 * @param name of the value, where it is a single one.
 * @throws {ApiError} 400 `invalid_query`, whose details say what is wrong where.
 */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name = '',
): z.output<Schema> {
  const query = schema.safeParse(value)
  if (query.success) return query.data
  throw new ApiError(400, 'invalid_query', 'The question cannot be read.', {
    details: problemsOf(query.error, name),
  })
}

/** What is wrong where, a sentence each. */
export function problemsOf(error: z.ZodError, name = ''): string[] {
  return error.issues.map(({ path, message }) => `${name || path.join('.')}: ${message}`)
}
