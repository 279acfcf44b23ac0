import { FailedMailQuery } from '@half-measure/shared/people/failed-mail.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { adminGuards } from '../platform/http/guards.ts'
import { readId, readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../http/require-admin.ts'
import { mailNotFound } from '../people/people-errors.ts'
import type { People } from '../people/people.ts'

/** Mail that could not be delivered, for administrators, to be mounted at `/api/mails`. */
export function mailRoutes(
  { mails }: Pick<People, 'mails'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => c.json(await mails.list(readQuery(c, FailedMailQuery))))
    .post('/:id/retry', async (c) => {
      await mails.retry(readId(c, mailNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
    .delete('/:id', async (c) => {
      await mails.drop(readId(c, mailNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}
