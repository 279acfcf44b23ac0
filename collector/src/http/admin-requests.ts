import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { limitBody } from './limit-body.ts'
import { noStore } from './no-store.ts'
import { readJson } from './read-json.ts'
import { problemsOf } from './read-query.ts'

const MAX_BODY_BYTES = 16 * 1024

/**
 * What every route for administrators begins with, once it is known who asks.
 *
 * @param maxBytes of a body.
 */
export function adminGuards(maxBytes = MAX_BODY_BYTES): MiddlewareHandler[] {
  return [noStore, limitBody(maxBytes)]
}

/** The body as what its sender wants changed. @throws {ApiError} 400 `validation_failed`. */
export async function readChange<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const change = schema.safeParse(await readJson(c))
  if (change.success) return change.data
  throw new ApiError(400, 'validation_failed', 'The change cannot be read.', {
    details: problemsOf(change.error),
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
