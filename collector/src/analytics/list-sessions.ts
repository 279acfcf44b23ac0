import { SessionId } from '@half-measure/shared/events/beacon.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Question } from '@half-measure/shared/stats/engine/question.ts'
import type { SessionList } from '@half-measure/shared/stats/sessions.ts'
import { z } from 'zod'
import { ApiError } from '../platform/api-error.ts'
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

/** What a visit is known by in the list. */
const VALUES = ['entry', 'exit', 'channel', 'source', 'country', 'device', 'browser', 'os'] as const

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
  const facts = visitFacts(ground, {
    sums: ['views', 'clicks', 'conversions', 'active_ms'],
    span: true,
    bots: true,
    values: VALUES,
    among: (visit) => `${visit} IN (SELECT visit FROM (${ground.visits()}))`,
  })
  const { rows } = await ask(
    {
      name: 'sessions',
      sql: `SELECT visit AS session_id, first_at AS started_ms, last_at - first_at AS duration_ms, views AS page_views,
          clicks, conversions, active_ms, bot, ${VALUES.map((value) => `value_${value} AS ${value}`).join(', ')}
        FROM (${facts}) ${before}
        ORDER BY started_ms DESC, session_id DESC LIMIT ${ground.params.bind(limit + 1, 'UInt32')}`,
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
  const [, ms, id] = /^(\d{1,15})\.(.+)$/.exec(cursor) ?? []
  if (ms === undefined || id === undefined || !SessionId.safeParse(id).success)
    throw new ApiError(400, 'invalid_query', 'That cursor is not one of this list.')
  return { ms: Number(ms), id }
}
