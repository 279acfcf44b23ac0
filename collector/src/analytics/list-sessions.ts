import type { SessionList } from '@half-measure/shared/stats/sessions.ts'
import { z } from 'zod'
import { dateTime64 } from '../events/date-time64.ts'
import { EVENT_TABLES, timeOf } from '../events/event-tables.ts'
import { ApiError } from '../platform/api-error.ts'
import type { QueryRows } from './query-runner.ts'
import { QueryScope } from './engine/query-scope.ts'
import type { ReportScope } from './report-scope.ts'
import type { ReportSources } from './report-sources.ts'

/** What a session is known by in the list. */
const VALUES = ['entry', 'exit', 'channel', 'source', 'country', 'device', 'browser', 'os'] as const

const Row = z.object({
  hash: z.string(),
  started_ms: z.coerce.number(),
  duration_ms: z.coerce.number(),
  page_views: z.coerce.number(),
  clicks: z.coerce.number(),
  goals: z.coerce.number(),
  engaged_ms: z.coerce.number(),
  bot: z.coerce.number(),
  entry: z.string(),
  exit: z.string(),
  channel: z.string(),
  source: z.string(),
  country: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
})
type Row = z.output<typeof Row>

export interface SessionsPage {
  readonly limit: number
  /** `next` of the page before. */
  readonly cursor?: string | undefined
}

/**
 * The sessions that a query keeps, those that began last first.
 *
 * @throws {ApiError} 400 for a cursor that no page gave.
 */
export async function listSessions(
  { queryRows, sessionsIn, goals, articles }: ReportSources,
  { range, filters }: ReportScope,
  { limit, cursor }: SessionsPage,
  signal: AbortSignal,
): Promise<SessionList> {
  const sessions = await sessionsIn(range, signal)
  const { params } = sessions
  const scope = new QueryScope({ filters, tz: range.tz, articles, goals: await goals() }, params)
  const place = readPlace(cursor)
  const most = params.bind(limit + 1, 'UInt32')
  const ORDER = 'ORDER BY started_at DESC, session_hash DESC'
  const select = {
    columns: [
      'started_at',
      'session_hash',
      'duration_ms',
      'view_count',
      'click_count',
      `${scope.goalCount} AS goals`,
      'engaged_ms',
      'is_bot',
      ...VALUES,
    ],
    where: [
      ...scope.session,
      ...(place
        ? [
            `(started_at, session_hash) < (fromUnixTimestamp64Milli(${params.bind(place.ms, 'Int64')}, 'UTC'), ${params.bind(place.hash, 'UInt64')})`,
          ]
        : []),
    ],
  }
  const listed = sessions.firstBegan(select, `${ORDER} LIMIT ${most}`)
  const rows = await queryRows(
    {
      name: 'sessions',
      sql: `SELECT toString(session_hash) AS hash, toUnixTimestamp64Milli(started_at) AS started_ms, duration_ms,
          view_count AS page_views, click_count AS clicks, goals, engaged_ms, is_bot AS bot,
          ${VALUES.map((value) => `toString(${value}) AS ${value}`).join(', ')}
        FROM (${listed}) ${ORDER} LIMIT ${most}`,
      params: params.values,
      row: Row,
    },
    signal,
  )
  const page = rows.slice(0, limit)
  const ids = page.length > 0 ? await idsOf(queryRows, page, signal) : new Map<string, string>()
  const last = page.at(-1)
  return {
    // One that has been erased since has no id any more.
    sessions: page.flatMap(({ hash, started_ms, duration_ms, engaged_ms, bot, ...attributes }) => {
      const session_id = ids.get(hash)
      if (session_id === undefined) return []
      return {
        ...attributes,
        session_id,
        started_at: new Date(started_ms).toISOString(),
        duration_seconds: duration_ms / 1_000,
        engaged_seconds: engaged_ms / 1_000,
        is_bot: bot > 0,
      }
    }),
    next: last && rows.length > limit ? `${last.started_ms}.${last.hash}` : null,
  }
}

/** The ids behind hashes: sessions have the hash only, the raw rows of their first moments the rest. */
async function idsOf(
  queryRows: QueryRows,
  page: readonly Row[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const starts = page.map(({ started_ms }) => started_ms)
  const rows = await queryRows(
    {
      name: 'ids of sessions',
      sql: EVENT_TABLES.map((table) => {
        const time = timeOf(table)
        return `SELECT DISTINCT toString(cityHash64(session_id)) AS hash, session_id FROM analytics.${table}
          WHERE ${time} >= {first: DateTime64(3, 'UTC')} AND ${time} <= {last: DateTime64(3, 'UTC')}
            AND toString(cityHash64(session_id)) IN {hashes: Array(String)}`
      }).join(' UNION ALL '),
      params: {
        first: dateTime64(Math.min(...starts)),
        last: dateTime64(Math.max(...starts)),
        hashes: page.map(({ hash }) => hash),
      },
      row: z.object({ hash: z.string(), session_id: z.string() }),
    },
    signal,
  )
  return new Map(rows.map(({ hash, session_id }) => [hash, session_id]))
}

function readPlace(cursor: string | undefined): { ms: number; hash: string } | undefined {
  if (cursor === undefined) return undefined
  const [, ms, hash] = /^(\d{1,15})\.(\d{1,20})$/.exec(cursor) ?? []
  if (ms === undefined || hash === undefined || BigInt(hash) >= 2n ** 64n)
    throw new ApiError(400, 'invalid_query', 'That cursor is not one of this list.')
  return { ms: Number(ms), hash }
}
