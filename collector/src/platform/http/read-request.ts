import type { Context } from 'hono'
import { z } from 'zod'
import { ApiError } from '../api-error.ts'

/** The body as JSON, whatever its content type; undefined without a body or if it is not JSON. */
export async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json<unknown>()
  } catch (error) {
    // A body over the limit has an error of its own.
    if (error instanceof ApiError) throw error
    return undefined
  }
}

/** The body as an object. @throws {ApiError} 400 `invalid_body`. */
export async function readJsonObject(c: Context): Promise<Record<string, unknown>> {
  const body = await readJson(c)
  if (isObject(body)) return body
  throw new ApiError(400, 'invalid_body', 'The body is not a JSON object.')
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The body, validated. @throws {ApiError} 400 `validation_failed`. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = schema.safeParse(await readJson(c))
  if (body.success) return body.data
  throw new ApiError(400, 'validation_failed', 'The body is not valid; `details` says where.', {
    details: problemsOf(body.error),
  })
}

/** An id in the path, by default `:id`. @throws the error of `notFound` if it is not a UUID. */
export function readId(c: Context, notFound: () => ApiError, name = 'id'): string {
  const id = z.uuid().safeParse(c.req.param(name))
  if (!id.success) throw notFound()
  return id.data
}

/** The query string, validated. @throws {ApiError} 400 `invalid_query`. */
export function readQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  return parseQuery(schema, c.req.query())
}

/** The name of the parameter that a part of a value comes from. */
type NameParameter = (path: readonly PropertyKey[]) => string

/**
 * Validates query parameters that the caller has collected.
 *
 * @param name of the parameter, if `value` is a single one, or how its parts get theirs.
 * @throws {ApiError} 400 `invalid_query`, with the problems in its details.
 */
export function parseQuery<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string | NameParameter = nameOfPath,
): z.output<Schema> {
  const query = schema.safeParse(value)
  if (query.success) return query.data
  throw new ApiError(400, 'invalid_query', 'The query is not valid; `details` says where.', {
    details: problemsOf(query.error, typeof name === 'string' ? () => name : name),
  })
}

/** The problems, a sentence each, with their paths. */
export function problemsOf(error: z.ZodError, name = nameOfPath): string[] {
  return error.issues.map(({ path, message }) => `${name(path)}: ${message}`)
}

function nameOfPath(path: readonly PropertyKey[]): string {
  return path.join('.')
}
