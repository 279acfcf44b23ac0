import { SavedViewDraft, type SavedViews } from '@half-measure/shared/desk/saved-view.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Desk } from '../desk/desk.ts'
import { viewNotFound } from '../desk/desk-errors.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../http/require-admin.ts'

/** Views of the dashboard under a name, for administrators, to be mounted at `/api/views`. */
export function viewRoutes(
  { views }: Pick<Desk, 'views'>,
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => {
      const answer: SavedViews = { views: await views.list(c.get('principal').userId) }
      return c.json(answer)
    })
    .post('/', async (c) =>
      c.json(await views.save(await readBody(c, SavedViewDraft), c.get('principal').userId), 201),
    )
    .patch('/:id', async (c) => {
      const { userId } = c.get('principal')
      return c.json(await views.change(readId(c, viewNotFound), await readBody(c, SavedViewDraft), userId))
    })
    .delete('/:id', async (c) => {
      await views.delete(readId(c, viewNotFound), c.get('principal').userId)
      return c.body(null, 204)
    })
}
