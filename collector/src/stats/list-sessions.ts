import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import type { SessionList } from '@half-measure/shared/stats/sessions.ts'
import { z } from 'zod'
import { ApiError } from '../errors.ts'
import type { Ask } from './asker.ts'
import { Ground } from './engine/ground.ts'
import { visitFacts } from './engine/visit-facts.ts'

const Row = z.object({
  session_id: z.string(),
  started_ms: z.coerce.number(),
  duration_ms: z.coerce.number(),
  page_views: z.coerce.number(),
  clicks: z.coerce.number(),
  conversions: z.coerce.number(),
  active_ms: z.coerce.number(),
  entry: z.string(),
  exit: z.string(),
  channel: z.string(),
  source: z.string(),
  country: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  bot: z.coerce.number(),
})

export interface SessionsPage {
  readonly limit: number
  /** `next` of the page before. */
  readonly cursor?: string | undefined
}

/**
 * The visits that a question keeps, those that began last first.
 *
 * @throws {ApiError} 400 for a cursor that no page gave.
 */
export async function listSessions(
  ask: Ask,
  question: Question,
  articles: readonly ListedArticle[],
  { limit, cursor }: SessionsPage,
  signal: AbortSignal,
): Promise<SessionList> {
  const ground = new Ground(question, { by: 'nothing' }, articles)
  const place = readPlace(cursor)
  const before = place
    ? `WHERE (started_ms, session_id) < (${ground.params.bind(place.ms, 'Int64')}, ${ground.params.bind(place.id, 'String')})`
    : ''
  const first = (column: string) => `argMin(toString(${column}), (created_at, event_id)) AS ${column}`
  // An alias that is a column's name would stand for it in WHERE: `bot`, since visits are kept by `is_bot`.
  const { rows } = await ask(
    {
      name: 'sessions',
      sql: `SELECT * FROM (
        SELECT session_id, toUnixTimestamp64Milli(first_at) AS started_ms,
          toUnixTimestamp64Milli(last_at) - started_ms AS duration_ms, views AS page_views, clicks, conversions, active_ms
        FROM (${visitFacts(ground)}) WHERE session_id IN (SELECT session_id FROM (${ground.visits()}))
      ) AS facts
      INNER JOIN (
        SELECT session_id, argMin(page_path, (created_at, event_id)) AS entry,
          argMax(page_path, (created_at, event_id)) AS exit,
          ${['channel', 'source', 'country', 'device', 'browser', 'os'].map(first).join(', ')}, max(is_bot) AS bot
        FROM analytics.page_views WHERE ${ground.inRange('views')} GROUP BY session_id
      ) AS visits USING (session_id)
      ${before} ORDER BY started_ms DESC, session_id DESC LIMIT ${ground.params.bind(limit + 1, 'UInt32')}`,
      params: ground.params.values,
      row: Row,
    },
    signal,
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    sessions: page.map(({ started_ms, duration_ms, active_ms, bot, ...facts }) => ({
      ...facts,
      started_at: new Date(started_ms).toISOString(),
      duration_seconds: duration_ms / 1_000,
      engaged_seconds: active_ms / 1_000,
      is_bot: bot > 0,
    })),
    next: last && rows.length > limit ? `${last.started_ms}.${last.session_id}` : null,
  }
}

function readPlace(cursor: string | undefined): { ms: number; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [, ms, id] = /^(\d{1,15})\.(session_\w+)$/.exec(cursor) ?? []
  if (ms === undefined || id === undefined)
    throw new ApiError(400, 'invalid_query', 'That cursor is not one of this list.')
  return { ms: Number(ms), id }
}
