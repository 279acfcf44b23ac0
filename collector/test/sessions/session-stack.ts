import { expect } from 'vitest'
import { z } from 'zod'
import type { ClickHouseConfig } from '../../src/config/config.ts'
import { migrateClickHouse } from '../../src/warehouse/clickhouse/migrate.ts'
import type { ClickHouse } from '../../src/warehouse/clickhouse/clickhouse.ts'
import { openClickHouse } from '../../src/warehouse/clickhouse/open-clickhouse.ts'
import { runQuery } from '../../src/warehouse/clickhouse/query.ts'
import { EVENT_TABLES } from '../../src/events/event-tables.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { openSessions, readUnfinished, type SessionView } from '../../src/warehouse/sessions/open-sessions.ts'
import { SessionBuilder } from '../../src/warehouse/sessions/session-builder.ts'
import { sessionSources } from '../../src/warehouse/sessions/session-sources.ts'
import { ClickHouseServer } from '../faults/harness/clickhouse-server.ts'
import type { AnyEvent } from '../stats-engine/random-events.ts'
import { type Session, sessionsOf } from '../stats-engine/oracle/sessions.ts'
import { storeEvents } from '../stats-engine/store-events.ts'

/** The tables of events and sessions, and a builder whose clock is set by hand. */
export class SessionStack implements AsyncDisposable {
  readonly clickhouse: ClickHouse
  readonly builder: SessionBuilder
  /** Milliseconds since 1970. */
  now: number

  /** Without a row in it, on the server of this process. */
  static async open(now: number): Promise<SessionStack> {
    const { url } = await ClickHouseServer.lend()
    return SessionStack.on({ kind: 'server', url }, now)
  }

  /** The data that is there, as after a crash. */
  static async on(config: ClickHouseConfig, now: number): Promise<SessionStack> {
    const clickhouse = await openClickHouse(config)
    await migrateClickHouse(clickhouse.shards[0], createLogger('silent'))
    return new SessionStack(clickhouse, now)
  }

  private constructor(clickhouse: ClickHouse, now: number) {
    this.clickhouse = clickhouse
    this.now = now
    this.builder = this.anotherBuilder('this-collector')
  }

  anotherBuilder(collectorId: string, client = this.clickhouse.migrator): SessionBuilder {
    return new SessionBuilder({
      client,
      collectorId,
      log: createLogger('silent'),
      now: () => this.now,
      viewTtlMs: 0,
    })
  }

  store(events: readonly AnyEvent[], receivedAt?: number): Promise<string> {
    return storeEvents(this.clickhouse.writer, events, receivedAt)
  }

  async view(): Promise<SessionView> {
    const { migrator } = this.clickhouse
    return openSessions([migrator], [await readUnfinished(migrator)], this.now)
  }

  /** Sessions as a query sees them. */
  async read(view?: SessionView): Promise<Row[]> {
    const sources = sessionSources(view ?? (await this.view()), { from: 0, to: Date.UTC(2200, 0, 1) })
    const rows = await runQuery(this.clickhouse.reader, {
      name: 'sessions',
      sql: sources
        .map(({ table, where }) => `SELECT ${COLUMNS} FROM analytics.${table} WHERE ${where}`)
        .join(' UNION ALL '),
      row: Row,
    })
    return rows.toSorted(compareRows)
  }

  /** Expects queries to see the sessions that these events make. */
  async expectSessionsOf(events: readonly AnyEvent[], view?: SessionView): Promise<void> {
    const hashes = await this.hashesOf([...new Set(events.map(({ session }) => session))])
    const expected = sessionsOf(events).map((session) => rowOf(session, hashes))
    const found = await this.read(view)
    expect(found.length).toBe(expected.length)
    for (const [i, row] of expected.toSorted(compareRows).entries()) expect(found[i]).toEqual(row)
  }

  async hashesOf(tabs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await runQuery(this.clickhouse.reader, {
      name: 'hashes of tabs',
      sql: 'SELECT arrayJoin({tabs: Array(String)}) AS tab, toString(halfMD5(tab)) AS hash',
      params: { tabs },
      row: z.object({ tab: z.string(), hash: z.string() }),
    })
    return new Map(rows.map(({ tab, hash }) => [tab, hash]))
  }

  /** Rows of a table. */
  async count(table: string, where = '1'): Promise<number> {
    const [row] = await runQuery(this.clickhouse.reader, {
      name: 'rows',
      sql: `SELECT count() AS rows FROM analytics.${table} WHERE ${where}`,
      row: z.object({ rows: z.coerce.number() }),
    })
    return row?.rows ?? 0
  }

  /** Deletes the events of tabs, and nothing else. */
  async deleteEvents(tabs: readonly string[]): Promise<void> {
    for (const table of EVENT_TABLES)
      await this.clickhouse.migrator.command({
        query: `ALTER TABLE analytics.${table} DELETE WHERE session_id IN {tabs: Array(String)} SETTINGS mutations_sync = 2`,
        query_params: { tabs },
      })
  }

  /** Takes everything out again: an engine takes longer to start than most tests. */
  async empty(): Promise<void> {
    for (const table of TABLES)
      await this.clickhouse.migrator.command({ query: `TRUNCATE TABLE analytics.${table}` })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.clickhouse.close()
  }
}

const SESSION_TABLES = [
  'sessions',
  'sessions_rebuilt',
  'open_sessions',
  'run_tabs',
  'session_runs',
  'late_sessions',
]
const TABLES = [...EVENT_TABLES, ...SESSION_TABLES]

const COLUMNS = `toString(session_hash) AS hash, is_bot, tab_sequence, toUnixTimestamp64Milli(started_at) AS started,
  duration_ms, entry, exit, channel, source, referrer, utm_source, utm_medium, utm_campaign, utm_term, utm_content,
  country, language, device, browser, os, screen, view_count, click_count, engaged_ms,
  arrayZip(views.at, views.page) AS views, arrayZip(pages.at, pages.page) AS pages,
  arrayZip(clicks.at, clicks.page, clicks.element_type, clicks.element_id) AS clicks,
  arrayZip(conversions.at, conversions.page, conversions.event_type, conversions.product, conversions.product_rank,
    arrayMap(value -> toFloat64(value), conversions.value), conversions.conversion_source) AS conversions,
  arraySort(arrayZip(readings.page, readings.at, readings.active_ms, readings.depth)) AS readings,
  arrayZip(vitals.at, vitals.page, vitals.lcp_ms, vitals.inp_ms, vitals.cls) AS vitals,
  arrayZip(assignments.at, assignments.test, assignments.variant) AS assignments`

const number = z.coerce.number()
const Row = z.object({
  hash: z.string(),
  is_bot: number,
  tab_sequence: number,
  started: number,
  duration_ms: number,
  entry: z.string(),
  exit: z.string(),
  channel: z.string(),
  source: z.string(),
  referrer: z.string(),
  utm_source: z.string(),
  utm_medium: z.string(),
  utm_campaign: z.string(),
  utm_term: z.string(),
  utm_content: z.string(),
  country: z.string(),
  language: z.string(),
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  screen: z.string(),
  view_count: number,
  click_count: number,
  engaged_ms: number,
  views: z.array(z.tuple([number, z.string()])),
  pages: z.array(z.tuple([number, z.string()])),
  clicks: z.array(z.tuple([number, z.string(), z.string(), z.string()])),
  conversions: z.array(z.tuple([number, z.string(), z.string(), z.string(), number, number, z.string()])),
  readings: z.array(z.tuple([z.string(), number, number, number])),
  vitals: z.array(
    z.tuple([number, z.string(), z.number().nullable(), z.number().nullable(), z.number().nullable()]),
  ),
  assignments: z.array(z.tuple([number, z.string(), z.string()])),
})
type Row = z.output<typeof Row>

function compareRows(a: Row, b: Row): number {
  return a.started - b.started || (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : a.is_bot - b.is_bot)
}

function rowOf(session: Session, hashes: ReadonlyMap<string, string>): Row {
  const { attributes, views, events, startedAt } = session
  const { utm, ...others } = attributes
  const of = <K extends AnyEvent['kind']>(kind: K) =>
    events.filter((event): event is Extract<AnyEvent, { kind: K }> => event.kind === kind)
  const since = ({ at }: AnyEvent) => at - startedAt
  const reports = Map.groupBy(of('engagement'), ({ path }) => path)
  const pages = new Map<string, number>()
  for (const view of views) if (!pages.has(view.path)) pages.set(view.path, since(view))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  return {
    hash: hashes.get(session.tab) ?? '',
    is_bot: session.bot ? 1 : 0,
    tab_sequence: session.sequence,
    started: startedAt,
    duration_ms: session.endedAt - startedAt,
    entry: session.entry,
    exit: session.exit,
    ...others,
    utm_source: utm.source,
    utm_medium: utm.medium,
    utm_campaign: utm.campaign,
    utm_term: utm.term,
    utm_content: utm.content,
    view_count: views.length,
    click_count: of('clicks').length,
    engaged_ms: sum(of('engagement').map(({ activeMs }) => activeMs)),
    views: views.map((view) => [since(view), view.path]),
    pages: [...pages].map(([path, at]) => [at, path]),
    clicks: of('clicks').map((click) => [since(click), click.path, click.type, click.elementId]),
    conversions: of('conversions').map((done) => [
      since(done),
      done.path,
      done.type,
      done.product,
      0,
      done.currency === 'GBP' ? done.value : 0,
      done.conversionSource,
    ]),
    readings: [...reports]
      .map(([path, list]): [string, number, number, number] => [
        path,
        Math.min(...list.map(since)),
        sum(list.map(({ activeMs }) => activeMs)),
        Math.max(...list.map(({ depth }) => depth)),
      ])
      .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    vitals: of('vitals').map((one) => [since(one), one.path, one.lcpMs, one.inpMs, one.cls]),
    assignments: of('assignments').map((one) => [since(one), one.test, one.variant]),
  }
}
