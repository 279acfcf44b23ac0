import { PasswordGrant } from '@half-measure/shared/auth/session.ts'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { ApiError } from '../platform/api-error.ts'
import { readJson } from '../platform/http/read-request.ts'
import { invalidRequest } from './errors.ts'

const PhoneGrant = z.object({
  email: z.undefined().optional(),
  phone: z.string().trim().min(1),
  password: z.string().min(1),
})
const Credentials = z.object({ email: z.string().trim().min(1), password: z.string().min(1) })

/** @throws {ApiError} 400 `validation_failed`. */
export async function readCredentials(c: Context): Promise<PasswordGrant> {
  const body = await readJson(c)
  if (PhoneGrant.safeParse(body).success)
    throw new ApiError(
      422,
      'phone_provider_disabled',
      'Phone logins are disabled: sign in with an email address',
    )
  const given = Credentials.safeParse(body)
  if (!given.success) throw invalidRequest('You must provide either an email or phone number and a password')
  const credentials = PasswordGrant.safeParse(given.data)
  if (!credentials.success) throw invalidRequest('This is not an email address')
  return credentials.data
}

/**
 * The target of an email's link: `redirect_to`, by default the root of the site.
 *
 * @throws {ApiError} 400 for a foreign address.
 */
export function readRedirect(c: Context, { site, dashboard }: Config['origins']): string {
  const given = c.req.query('redirect_to') ?? `${site}/`
  if (!URL.canParse(given) || ![site, dashboard].includes(new URL(given).origin))
    throw invalidRequest('redirect_to has to be an address of this site')
  return given
}

/** No body counts as an empty one. @throws {ApiError} 400 `validation_failed` with the message. */
export async function readAuthBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  message: string,
): Promise<z.output<Schema>> {
  const body = schema.safeParse((await readJson(c)) ?? {})
  if (!body.success) throw invalidRequest(message)
  return body.data
}
