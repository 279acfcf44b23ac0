import { PasswordGrant } from '@half-measure/shared/auth/session.ts'
import type { Context } from 'hono'
import { z } from 'zod'
import { readJson } from '../platform/http/read-request.ts'
import { factorNotFound, invalidEmail, invalidRequest, missingCredentials } from './auth-errors.ts'

/** @throws {ApiError} 400 `validation_failed`. */
export async function readCredentials(c: Context): Promise<PasswordGrant> {
  const body = await readJson(c)
  const given = z.object({ email: z.string().trim().min(1), password: z.string().min(1) }).safeParse(body)
  if (!given.success) throw missingCredentials()
  const credentials = PasswordGrant.safeParse(given.data)
  if (!credentials.success) throw invalidEmail()
  return credentials.data
}

/** The refresh token of a client that keeps it itself; undefined where the body has none. */
export async function readRefreshToken(c: Context): Promise<string | undefined> {
  const body = RefreshBody.safeParse(await readJson(c))
  return body.success ? body.data.refresh_token : undefined
}

const RefreshBody = z.object({ refresh_token: z.string().min(1) })

/**
 * A body of the schema's shape; no body counts as an empty one.
 *
 * @throws {ApiError} 400 `validation_failed` with the message.
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  message: string,
): Promise<z.output<Schema>> {
  const body = schema.safeParse((await readJson(c)) ?? {})
  if (!body.success) throw invalidRequest(message)
  return body.data
}

/** @throws {ApiError} 404 `mfa_factor_not_found` for what is no id. */
export function factorId(c: Context): string {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw factorNotFound()
  return id.data
}
