import type { Context } from 'hono'
import { ApiError } from '../errors.ts'

/** The body as an object, whatever its content type says. @throws {ApiError} 400. */
export async function readJson(c: Context): Promise<Record<string, unknown>> {
  const body = parseJson(await c.req.text())
  if (isObject(body)) return body
  throw new ApiError(400, 'invalid_body', 'The body is not a JSON object.')
}

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

/** For a body limit. @throws {ApiError} 413. */
export function tooLarge(): never {
  throw new ApiError(413, 'body_too_large', 'The body is larger than anything this address takes.')
}
