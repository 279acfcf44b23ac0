import { SESSION_GAP_MS, SessionEvent, type SessionPath } from '@half-measure/shared/stats/sessions.ts'
import { z } from 'zod'
import { ApiError } from '../platform/api-error.ts'
import type { RunQuery } from './query-runner.ts'
import { dateTime64 } from '../events/date-time64.ts'
import { EVENT_TABLES, type EventTable, timeOf } from '../events/event-tables.ts'
import { ELEMENT } from './engine/dimension-values.ts'

/** No person's session has nearly as many. */
const MAX_EVENTS = 1_000

/** The columns shown for the events of each table, as values of one map, so that all tables fit one list. */
const SHOWN: Record<
  EventTable,
  { kind: SessionEvent['kind']; text: Record<string, string>; numbers: Record<string, string> }
> = {
  page_views: {
    kind: 'page_view',
    text: { page_path: 'page_path', page_title: 'page_title', referrer: 'referrer' },
    numbers: {},
  },
  click_events: { kind: 'click', text: { page_path: 'page_path', element: ELEMENT }, numbers: {} },
  conversion_events: {
    kind: 'conversion',
    text: {
      page_path: 'page_path',
      event_type: 'toString(event_type)',
      product: 'product_name',
      currency: 'currency',
    },
    numbers: { value: 'toFloat64(value)' },
  },
  engagement_events: {
    kind: 'engagement',
    text: { page_path: 'page_path' },
    numbers: {
      active_seconds: 'active_ms / 1000',
      scroll_depth: 'toFloat64(scroll_depth)',
      lcp_ms: 'toFloat64(lcp_ms)',
      inp_ms: 'toFloat64(inp_ms)',
      cls: 'cls',
    },
  },
  ab_test_assignments: {
    kind: 'ab_assignment',
    text: { experiment: 'toString(test_name)', variant: 'toString(variant)' },
    numbers: {},
  },
}

const Row = z.object({
  kind: z.string(),
  at_ms: z.coerce.number(),
  text: z.record(z.string(), z.string()),
  numbers: z.record(z.string(), z.number().nullable()),
  is_bot: z.coerce.number(),
  country: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
})

/** A session may begin earlier than listed, with an event that arrived since. */
const AROUND_MS = SESSION_GAP_MS

/**
 * Everything that is stored about one tab, oldest first. Web vitals have the time of their page view and come after it.
 *
 * @param hash `halfMD5` of its id. @param at when one of its sessions began, ISO 8601: hashes are looked up near it.
 * @throws {ApiError} 404 where there is nothing.
 */
export async function sessionPath(
  runQuery: RunQuery,
  hash: string,
  at: string,
  signal: AbortSignal,
): Promise<SessionPath> {
  const near = Date.parse(at)
  const found = await runQuery(
    {
      name: 'id of a session',
      sql: `${EVENT_TABLES.map(idIn).join(' UNION ALL ')} LIMIT 1`,
      params: { hash, from: dateTime64(near - AROUND_MS), to: dateTime64(near + AROUND_MS) },
      row: z.object({ session_id: z.string() }),
    },
    signal,
  )
  const session = found.rows[0]?.session_id
  if (session === undefined) throw nothingStored()
  const { rows } = await runQuery(
    {
      name: 'path of a session',
      sql: `SELECT kind, at_ms, text, numbers, is_bot, country, device, browser, os
        FROM (${EVENT_TABLES.map(eventsOf).join(' UNION ALL ')})
        ORDER BY at_ms, kind != 'page_view', event_id LIMIT ${MAX_EVENTS + 1}`,
      params: { session },
      row: Row,
    },
    signal,
  )
  const [first] = rows
  if (!first) throw nothingStored()
  return {
    is_bot: rows.some(({ is_bot }) => is_bot > 0),
    country: first.country,
    device: first.device,
    browser: first.browser,
    os: first.os,
    events: rows
      .slice(0, MAX_EVENTS)
      .map(({ kind, at_ms, text, numbers }) =>
        SessionEvent.parse({ kind, at: new Date(at_ms).toISOString(), ...text, ...numbers }),
      ),
    truncated: rows.length > MAX_EVENTS,
  }
}

function nothingStored(): ApiError {
  return new ApiError(
    404,
    'not_found',
    'Nothing is stored about this session: it has expired, was erased, or never existed.',
  )
}

function idIn(table: EventTable): string {
  const time = timeOf(table)
  return `SELECT session_id FROM analytics.${table}
    WHERE ${time} BETWEEN {from: DateTime64(3, 'UTC')} AND {to: DateTime64(3, 'UTC')}
      AND halfMD5(session_id) = {hash: UInt64}`
}

function eventsOf(table: EventTable): string {
  const { kind, text, numbers } = SHOWN[table]
  return `SELECT '${kind}' AS kind, toUnixTimestamp64Milli(${timeOf(table)}) AS at_ms, event_id,
      ${mapOf(text, 'String')} AS text, ${mapOf(numbers, 'Nullable(Float64)')} AS numbers, is_bot,
      toString(country) AS country, toString(device) AS device, toString(browser) AS browser, toString(os) AS os
    FROM analytics.${table} WHERE session_id = {session: String}`
}

function mapOf(values: Readonly<Record<string, string>>, type: 'String' | 'Nullable(Float64)'): string {
  const pairs = Object.entries(values).map(([name, sql]) => `'${name}', ${sql}`)
  return `CAST(map(${pairs.join(', ')}), 'Map(String, ${type})')`
}
