import { ApiErrorBody } from '@half-measure/shared/api-error.ts'
import { FAILURE_PLACEHOLDERS } from '@half-measure/shared/placeholders.ts'
import { publication } from '@half-measure/shared/publication.ts'
import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { escapeHtml } from '../email/email-html.ts'
import { ApiError } from '../platform/api-error.ts'
import { fromSite, limitBody, noStore, type SiteOrigin } from '../platform/http/guards.ts'
import { isObject } from '../platform/http/read-request.ts'

/*
 * The site's forms work without scripts. A browser then sends the fields form-encoded and shows the response, so it is
 * redirected to a page. Scripts and programs send or accept JSON, and get JSON.
 */

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Holds the longest message in its longest encoding. */
const MAX_FORM_BYTES = 64 * 1024

/** The dashboard's public pages have the magazine's footer, with its form. */
interface FormOrigins extends SiteOrigin {
  readonly dashboard: string
}

export interface FormRoutesOptions {
  readonly origin: FormOrigins
  readonly clientAddress: (c: Context) => string
}

/** The fields of a form, in either encoding. @throws {ApiError} 400 `invalid_body`, 415 `unsupported_media_type`. */
export async function readForm(c: Context): Promise<Record<string, unknown>> {
  const type = c.req.header('Content-Type') ?? ''
  try {
    if (FORM.test(type)) return await c.req.parseBody()
    if (JSON_TYPE.test(type)) {
      const body: unknown = await c.req.json()
      if (isObject(body)) return { ...body }
    }
  } catch (error) {
    // A body over the limit has an error of its own; anything else that fails here is not a form.
    if (error instanceof ApiError) throw error
  }
  if (FORM.test(type) || JSON_TYPE.test(type))
    throw new ApiError(400, 'invalid_body', 'The body is not a form.')
  throw new ApiError(415, 'unsupported_media_type', 'Send a form, or JSON as application/json.')
}

/** Fields whose names would not tell people what to check. */
const FIELD_LABELS: Readonly<Record<string, string>> = { email: 'email address' }

/** @throws {ApiError} 400 `validation_failed` with the problem of each field, and a message for people. */
export function parseForm<Schema extends z.ZodType>(schema: Schema, fields: unknown): z.output<Schema> {
  const result = schema.safeParse(fields)
  if (result.success) return result.data
  const details = Object.fromEntries(
    result.error.issues.map(({ path, message }) => [path.join('.') || 'form', message]),
  )
  const names = Object.keys(details).map((name) => FIELD_LABELS[name] ?? name)
  const list = new Intl.ListFormat(publication.language).format(names)
  const message = `Please check the ${list}: missing, too long or not valid.`
  throw new ApiError(400, 'validation_failed', message, { details })
}

/** Whether a person sees the response to a form itself. */
export function wantsPage(c: Context): boolean {
  return FORM.test(c.req.header('Content-Type') ?? '') && acceptsPage(c)
}

function acceptsPage(c: Context): boolean {
  return c.req.header('Accept')?.includes('text/html') ?? false
}

/**
 * Replaces the error handler's JSON by a page where a person opens an address or sends a form.
 *
 * @param template the site's page for what failed, with `FAILURE_PLACEHOLDERS`; a plain one by default.
 */
export function failuresAsPages(template = PLAIN_PAGE): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (c.error && acceptsPage(c) && (c.req.method === 'GET' || wantsPage(c))) await showFailure(c, template)
  }
}

/** Guards of every form's route: no other site can submit it, no body is read beyond its limit. */
export function formGuards({
  origin,
}: FormRoutesOptions): readonly [MiddlewareHandler, MiddlewareHandler, MiddlewareHandler] {
  const onlyFromSite = fromSite(origin, origin.dashboard)
  return [
    noStore,
    (c, next) => (c.req.method === 'POST' ? onlyFromSite(c, next) : next()),
    limitBody(MAX_FORM_BYTES),
  ]
}

async function showFailure(c: Context, template: string): Promise<void> {
  const { status, headers } = c.res
  // A page already, where two of these are around a route.
  if (!JSON_TYPE.test(headers.get('Content-Type') ?? '')) return
  const { error } = ApiErrorBody.parse(await c.res.json())
  const again = headers.has('Retry-After') ? '<p>Please load this page again later.</p>' : ''
  const back = '<p>Your browser’s Back button leads to the form as you filled it in.</p>'
  // The page of a mailed link has a button, and little to fill in.
  const isFilledIn = c.req.method === 'POST' && c.req.path.startsWith('/api/')
  const html = template
    .replaceAll(FAILURE_PLACEHOLDERS.message, () => escapeHtml(error.message))
    .replaceAll(FAILURE_PLACEHOLDERS.remedy, isFilledIn ? back : again)
  const page = new Response(html, { status, headers })
  page.headers.set('Content-Type', 'text/html; charset=utf-8')
  // Otherwise Hono copies the headers of the old response onto the new one.
  c.res = undefined
  c.res = page
}

/** Where the site's build is not beside this program. */
const PLAIN_PAGE = `<!doctype html>
<html lang="${publication.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>That did not work · ${escapeHtml(publication.name)}</title>
</head>
<body>
<main>
<h1>That did not work</h1>
<p role="alert">${FAILURE_PLACEHOLDERS.message}</p>
${FAILURE_PLACEHOLDERS.remedy}
<p><a href="/">${escapeHtml(publication.name)}</a></p>
</main>
</body>
</html>
`
