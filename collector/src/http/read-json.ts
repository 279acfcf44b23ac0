import type { Context } from 'hono'
import { ApiError } from '../errors.ts'

/** The body as JSON, whatever its content type says; undefined for none and for what is no JSON. */
export async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json<unknown>()
  } catch (error) {
    // A body over the limit says so itself.
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

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
