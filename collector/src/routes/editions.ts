import { EditionChange, EditionQuery, EditionSend, EditionText } from '@half-measure/shared/people/edition.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId, readQuery } from '../platform/http/read-request.ts'
import type { AppEnv } from '../platform/http/app-env.ts'
import type { AdminEnv } from '../http/require-admin.ts'
import { editionNotFound, letterNotFound } from '../people/people-errors.ts'
import type { People } from '../people/people.ts'

/** The longest letter, in the longest encoding of it. */
const MAX_BODY_BYTES = 320 * 1024

/** The newsletter's editions, for administrators, to be mounted at `/api/editions`. */
export function editionRoutes(
  { editions }: Pick<People, 'editions'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards(MAX_BODY_BYTES))
    .get('/', async (c) => c.json(await editions.list(readQuery(c, EditionQuery))))
    .post('/', async (c) => c.json(await editions.create(await readBody(c, EditionText)), 201))
    .get('/:id', async (c) => c.json(await editions.find(readId(c, editionNotFound))))
    .patch('/:id', async (c) => {
      const change = await readBody(c, EditionChange)
      return c.json(await editions.change(readId(c, editionNotFound), change))
    })
    .delete('/:id', async (c) => {
      await editions.delete(readId(c, editionNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
    .post('/:id/test', async (c) =>
      c.json(await editions.test(readId(c, editionNotFound), c.get('principal')), 202),
    )
    .post('/:id/send', async (c) => {
      const { version } = await readBody(c, EditionSend)
      return c.json(await editions.send(readId(c, editionNotFound), version, c.get('principal')))
    })
    .post('/:id/pause', async (c) =>
      c.json(await editions.pause(readId(c, editionNotFound), c.get('principal'))),
    )
    .post('/:id/resume', async (c) =>
      c.json(await editions.resume(readId(c, editionNotFound), c.get('principal'))),
    )
}

/**
 * The letter as a page of its own, for a frame of the dashboard; its address carries the permission. It has the
 * styles of mails, which no page of ours may have, and can do nothing but be looked at. To be mounted at
 * `/api/editions`, before the routes for administrators.
 */
export function letterRoutes({ editions }: Pick<People, 'editions'>): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/:id/letter', async (c) => {
    const query = LetterQuery.safeParse(c.req.query())
    if (!query.success) throw letterNotFound()
    const { version, ticket } = query.data
    const html = await editions.letter({ id: readId(c, letterNotFound), version }, ticket)
    return c.html(html, 200, {
      'Content-Security-Policy': LETTER_POLICY,
      'X-Frame-Options': 'SAMEORIGIN',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'private, no-store',
    })
  })
}

const LetterQuery = z.object({ version: z.coerce.number().int(), ticket: z.string().max(200) })

const LETTER_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups',
].join('; ')
