import {
  AnnotationQuery,
  type Annotations,
  type Annotation,
  AnnotationDraft,
} from '@half-measure/shared/workspace/annotation.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import { countRows } from '../database/rows.ts'
import type { ClockedDb, Db } from '../database/schema/database.ts'
import type { AdminEnv } from '../identity/require-admin.ts'
import { ApiError } from '../platform/api-error.ts'
import { adminGuards } from '../platform/http/guards.ts'
import { readBody, readId, readQuery } from '../platform/http/read-request.ts'

/** More than a chart can show; in a wide range the oldest are left out. */
const MAX_SHOWN = 500
/** Per author, so that nobody can use up the others' share. */
const MAX_ANNOTATIONS = 2_000

const annotationNotFound = () =>
  new ApiError(404, 'annotation_not_found', 'There is no such annotation, or it was deleted.')

/** `/api/annotations`: notes of administrators and publication dates, by day. @param articles published ones. */
export function annotationRoutes(
  { db, now }: ClockedDb,
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
      return c.json({
        notes: await listAnnotations(db, from, to),
        published: published.filter(({ day }) => from <= day && day <= to),
      } satisfies Annotations)
    })
    .post('/', async (c) => {
      const draft = await readBody(c, AnnotationDraft)
      const { userId } = c.get('principal')
      const written = await countRows(db.selectFrom('annotations').where('author_id', '=', userId))
      if (written >= MAX_ANNOTATIONS)
        throw new ApiError(
          409,
          'too_many_annotations',
          `You have written ${MAX_ANNOTATIONS} annotations, the most possible. Delete some first.`,
        )
      const { id } = await db
        .insertInto('annotations')
        .values({ ...draft, author_id: userId, created_at: now() })
        .returning('id')
        .executeTakeFirstOrThrow()
      return c.json(await findAnnotation(db, id), 201)
    })
    .patch('/:id', async (c) => {
      const id = readId(c, annotationNotFound)
      const draft = await readBody(c, AnnotationDraft)
      await db.updateTable('annotations').set(draft).where('id', '=', id).execute()
      return c.json(await findAnnotation(db, id))
    })
    .delete('/:id', async (c) => {
      const id = readId(c, annotationNotFound)
      await db
        .deleteFrom('annotations')
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow(annotationNotFound)
      return c.body(null, 204)
    })
}

/** The annotations of these days, both included, in order. */
async function listAnnotations(db: Db, from: string, to: string): Promise<Annotation[]> {
  const newestFirst = await fromAnnotations(db)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day', 'desc')
    .orderBy('annotations.created_at', 'desc')
    .orderBy('annotations.id', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return newestFirst.reverse()
}

function findAnnotation(db: Db, id: string): Promise<Annotation> {
  return fromAnnotations(db).where('annotations.id', '=', id).executeTakeFirstOrThrow(annotationNotFound)
}

function fromAnnotations(db: Db) {
  return db
    .selectFrom('annotations')
    .leftJoin('users', 'users.id', 'author_id')
    .select(['annotations.id', sql<string>`day::text`.as('day'), 'text', 'users.email as by'])
}
