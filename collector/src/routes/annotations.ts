import { type Annotations, AnnotationQuery, NoteDraft } from '@half-measure/shared/desk/note.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Desk } from '../desk/desk.ts'
import { noteNotFound } from '../desk/desk-errors.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId, readQuery } from '../platform/http/read-request.ts'
import type { AdminEnv } from '../http/require-admin.ts'

/**
 * What stands beside the figures' days, for administrators, to be mounted at `/api/annotations`.
 *
 * @param articles what the magazine has published.
 */
export function annotationRoutes(
  { notes }: Pick<Desk, 'notes'>,
  articles: readonly Pick<ListedArticle, 'path' | 'title' | 'published'>[],
  requireAdmin: MiddlewareHandler<AdminEnv>,
): Hono<AdminEnv> {
  const published = articles
    .map(({ path, title, published }) => ({ day: published, title, path }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
  return new Hono<AdminEnv>()
    .use(requireAdmin, ...adminGuards())
    .get('/', async (c) => {
      const { from, to } = readQuery(c, AnnotationQuery)
      const annotations: Annotations = {
        notes: await notes.list(from, to),
        published: published.filter(({ day }) => from <= day && day <= to),
      }
      return c.json(annotations)
    })
    .post('/', async (c) =>
      c.json(await notes.write(await readBody(c, NoteDraft), c.get('principal').userId), 201),
    )
    .patch('/:id', async (c) =>
      c.json(await notes.change(readId(c, noteNotFound), await readBody(c, NoteDraft))),
    )
    .delete('/:id', async (c) => {
      await notes.delete(readId(c, noteNotFound))
      return c.body(null, 204)
    })
}
