import { MessageChange, MessageQuery } from '@half-measure/shared/people/contact-message.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId, readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../http/require-admin.ts'
import { messageNotFound } from '../people/people-errors.ts'
import type { People } from '../people/people.ts'

/** The inbox, for administrators, to be mounted at `/api/messages`. */
export function messageRoutes(
  { inbox }: Pick<People, 'inbox'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => c.json(await inbox.list(readQuery(c, MessageQuery))))
    .patch('/:id', async (c) => {
      const { status } = await readBody(c, MessageChange)
      return c.json(await inbox.setStatus(readId(c, messageNotFound), status))
    })
    .post('/:id/release', async (c) =>
      c.json(await inbox.release(readId(c, messageNotFound), c.get('principal').userId)),
    )
    .delete('/:id', async (c) => {
      await inbox.delete(readId(c, messageNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}
