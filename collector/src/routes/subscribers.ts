import { SubscriberQuery } from '@half-measure/shared/people/subscriber.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { adminGuards } from '../platform/http/guards.ts'
import { csvFile } from '../platform/http/csv.ts'
import { readId, readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../http/require-admin.ts'
import { subscriberNotFound } from '../people/people-errors.ts'
import type { People } from '../people/people.ts'

/** The newsletter's readers, for administrators, to be mounted at `/api/subscribers`. */
export function subscriberRoutes(
  { subscribers }: Pick<People, 'subscribers'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => c.json(await subscribers.list(readQuery(c, SubscriberQuery))))
    .get('/export.csv', async (c) => {
      const query = readQuery(c, SubscriberQuery.omit({ limit: true, cursor: true }))
      return csvFile(c, 'subscribers.csv', await subscribers.export(query, c.get('principal').userId))
    })
    .delete('/:id', async (c) => {
      await subscribers.remove(readId(c, subscriberNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}
