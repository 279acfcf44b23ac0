import type { SessionList } from '@half-measure/shared/stats/sessions.ts'
import { z } from 'zod'
import { invalidCursor } from '../database/rows.ts'
import { QueryScope } from './engine/query-scope.ts'
import type { ReportScope, ReportSources } from './report-scope.ts'

/** Columns that describe a session in the list. */
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

export interface SessionsPage {
  readonly limit: number
  /** `next` of the previous page. */
  readonly cursor?: string | undefined
}

/** The sessions that match a query, latest first. @throws {ApiError} 400 for an invalid cursor. */
export async function listSessions(
  { queryRows, sessionsIn, goals, articles }: ReportSources,
  { range, filters }: ReportScope,
  { limit, cursor }: SessionsPage,
): Promise<SessionList> {
  const sessions = await sessionsIn(range)
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
  const rows = await queryRows({
    name: 'sessions',
    sql: `SELECT toString(session_hash) AS hash, toUnixTimestamp64Milli(started_at) AS started_ms, duration_ms,
        view_count AS page_views, click_count AS clicks, goals, engaged_ms, is_bot AS bot,
        ${VALUES.map((value) => `toString(${value}) AS ${value}`).join(', ')}
      FROM (${listed}) ${ORDER} LIMIT ${most}`,
    params: params.values,
    row: Row,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    sessions: page.map(({ hash, started_ms, duration_ms, engaged_ms, bot, ...attributes }) => ({
      ...attributes,
      session_hash: hash,
      started_at: new Date(started_ms).toISOString(),
      duration_seconds: duration_ms / 1_000,
      engaged_seconds: engaged_ms / 1_000,
      is_bot: bot > 0,
    })),
    next: last && rows.length > limit ? `${last.started_ms}.${last.hash}` : null,
  }
}

function readPlace(cursor: string | undefined): { ms: number; hash: string } | undefined {
  if (cursor === undefined) return undefined
  const [, ms, hash] = /^(\d{1,15})\.(\d{1,20})$/.exec(cursor) ?? []
  if (ms === undefined || hash === undefined || BigInt(hash) >= 2n ** 64n) throw invalidCursor()
  return { ms: Number(ms), hash }
}
