import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import type { Config } from '../config/config.ts'
import { isSameOrigin } from '../platform/http/origin.ts'
import { ApiError } from '../platform/api-error.ts'
import { limitBody, noStore } from '../platform/http/guards.ts'
import { failurePage } from './failure-page.ts'

/*
 * The site's forms work without scripts. A browser then sends their fields form-encoded and shows whatever comes
 * back, so it is sent on to a page; a script or a program sends JSON, or asks for it, and gets JSON.
 */

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Room for the longest message in the longest encoding of it. */
const MAX_FORM_BYTES = 64 * 1024

/** The fields of a form, sent either way. @throws {ApiError} 400 `invalid_body`, 415 `unsupported_media_type`. */
export async function readForm(c: Context): Promise<Record<string, unknown>> {
  const type = c.req.header('Content-Type') ?? ''
  try {
    if (FORM.test(type)) return await c.req.parseBody()
    if (JSON_TYPE.test(type)) {
      const body: unknown = await c.req.json()
      if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
    }
  } catch (error) {
    // A body over the limit says so itself; what else fails here is no form.
    if (error instanceof ApiError) throw error
  }
  if (FORM.test(type) || JSON_TYPE.test(type))
    throw new ApiError(400, 'invalid_body', 'The body is not a form.')
  throw new ApiError(415, 'unsupported_media_type', 'Send a form, or JSON as application/json.')
}

/** @throws {ApiError} 400 `validation_failed` with what is wrong with which field. */
export function parseForm<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const result = schema.safeParse(fields)
  if (result.success) return result.data
  const details = Object.fromEntries(
    result.error.issues.map(({ path, message }) => [path.join('.') || 'form', message]),
  )
  throw new ApiError(400, 'validation_failed', 'Some fields are missing or not usable.', { details })
}

/** Whether a person looks at the answer itself. */
export function wantsPage(c: Context): boolean {
  const accepts = c.req.header('Accept') ?? ''
  return FORM.test(c.req.header('Content-Type') ?? '') && accepts.includes('text/html')
}

/** What every form's route begins with: no foreign page may fill it in, and no body is read beyond its room. */
export function formGuards(config: Pick<Config, 'origins'>): MiddlewareHandler[] {
  const { site, loopbackAliases } = config.origins
  return [
    noStore,
    async (c, next) => {
      const origin = c.req.header('Origin')
      if (c.req.method === 'POST' && origin !== undefined && !isSameOrigin(origin, site, loopbackAliases)) {
        throw new ApiError(403, 'origin_not_allowed', 'This form is taken from the magazine itself only.')
      }
      await next()
      if (c.error && wantsPage(c)) await showFailure(c)
    },
    limitBody(MAX_FORM_BYTES),
  ]
}

/** Puts a page in the place of the error handler's JSON. */
async function showFailure(c: Context): Promise<void> {
  const { status, headers } = c.res
  const { error } = ApiErrorBody.parse(await c.res.json())
  const answer = new Response(failurePage(error.message), { status, headers })
  answer.headers.set('Content-Type', 'text/html; charset=utf-8')
  // Otherwise the headers of the old answer are laid over the new one's.
  c.res = undefined
  c.res = answer
}
