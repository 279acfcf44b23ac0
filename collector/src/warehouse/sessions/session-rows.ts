/**
 * How sessions are made from raw rows: the one definition, as SQL, for finished sessions and open ones alike.
 *
 * - A session is the events of one tab, a person's or a bot's, in order of time, split wherever 30 minutes pass
 *   without an event. A run of events that goes on for longer is split every 24 hours, counted from its first event.
 * - Its attributes come from its first page view; without one, from the tab's previous session; without that either,
 *   its source is unknown. Source, channel, referrer and campaign also come from the previous session where the first
 *   view followed a page of ours, has no referrer, or is the one on which the reader accepted cookies. A previous session
 *   that began 30 days earlier or more is forgotten, so that few finished sessions are read.
 * - It is entered on the page of its first view and left on that of its last one; without a view, on none.
 */
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { MAX_SESSION_MS, SESSION_GAP_MS } from '@half-measure/shared/stats/sessions.ts'
import { NO_VIEW_SOURCE } from '@half-measure/shared/domain/known-sources.ts'
import {
  ATTRIBUTE_COLUMNS,
  READER_ATTRIBUTES,
  SESSION_COLUMNS,
  SOURCE_ATTRIBUTES,
} from './session-columns.ts'
import {
  COLUMN_NAMES,
  type ColumnName,
  EMPTY_EVENT,
  EVENT_COLUMNS,
  type EventColumns,
} from './session-events.ts'

/** The longest time between the start of a session and the moment when it counts as ended. */
export const LOOK_BACK_MS = MAX_SESSION_MS + SESSION_GAP_MS

/** A tab's previous session is forgotten if it began longer before. */
const PREVIOUS_MS = 30 * DAY_MS

/**
 * A tab with more in the eight days that are read of it at once (`nextStep`) is not a reader's and gets no session: its events
 * have to fit into memory.
 */
const MAX_EVENTS = 25_000

/** Channels that do not say where the reader came from: our own pages, no referrer, or before Accept. */
const NO_SOURCE = "('internal', 'direct', 'unknown')"

/** One of several parts of the tabs, about as large as the others. */
export interface TabPart {
  readonly nth: number
  readonly of: number
}

/** The sessions to build. All times in milliseconds since 1970. */
export interface SessionBuild {
  /** Marks their rows. */
  readonly run: string
  /** The run that `run_tabs` has the tabs under whose sessions are built. */
  readonly tabsRun: string
  /** Of these tabs; by default all. */
  readonly part?: TabPart
  /** The table with the earlier finished sessions of these tabs. */
  readonly table: string
  /** Raw rows are read from here on. */
  readonly rowsFrom: number
  /** The tabs have late events of different times, so that most are not read from as early as `rowsFrom`. */
  readonly late?: boolean
  /** Raw rows are read up to here; to the last one by default. */
  readonly rowsTo?: number
  /** Sessions that end before it are built; by default all. */
  readonly endedBefore?: number
}

/**
 * Settings of statements with `sessionRows`. The optimiser would compare every condition of the nested SELECTs with
 * every other: that takes half of the time of a statement that makes few sessions, and finds nothing.
 */
export const SESSION_SETTINGS = 'insert_deduplicate = 0, optimize_and_compare_chain = 0'

/** A SELECT of the tabs that are worked on. */
export function tabsOf(tabsRun: string, { nth, of }: TabPart = { nth: 0, of: 1 }): string {
  const inPart = of === 1 ? '' : ` AND session_hash % ${of} = ${nth}`
  return `SELECT session_hash FROM analytics.run_tabs WHERE run = ${tabsRun}${inPart}`
}

/** A SELECT of the tabs, with the time of the first event that their finished sessions may lack. */
function tabsWithStart(tabsRun: string): string {
  return `SELECT session_hash, from_ms FROM analytics.run_tabs WHERE run = ${tabsRun}`
}

/** A SELECT of `SESSION_COLUMNS`. */
export function sessionRows(build: SessionBuild): string {
  const { run, endedBefore } = build
  const since = (times: string) => `arrayMap(at -> toUInt32(at - first_ms), ${times})`
  const firstOfEach = (list: string, nth: string) => `arrayFilter((one, nth) -> nth = 1, ${list}, ${nth})`
  // Reports are in order of their pages.
  const ofEachPage = (fold: string, values: string) =>
    `arrayMap(of_page -> ${fold}(of_page), arraySplit((one, nth) -> nth = 1, ${values}, nth_report))`
  return `SELECT session_hash, is_bot, tab_sequence, toUInt32(first_ms - counted_from), toUInt64(${run}),
      fromUnixTimestamp64Milli(first_ms, 'UTC'), toUInt32(last_ms - first_ms),
      view_pages[1], view_pages[-1],
      ${SOURCE_ATTRIBUTES.map(sourceColumn).join(', ')},
      ${READER_ATTRIBUTES.map((_, i) => `reader_attributes[${SOURCE_ATTRIBUTES.length + i + 1}]`).join(', ')},
      toUInt32(length(views)), toUInt32(length(clicks)), arraySum(reports.3),
      ${since('view_times')}, view_pages,
      ${since(firstOfEach('view_times', 'nth_of_page'))}, ${firstOfEach('view_pages', 'nth_of_page')},
      ${since('clicks.1')}, clicks.3, clicks.4, clicks.5,
      ${since('conversions.1')}, conversions.3, conversions.4, conversions.5, conversions.6, conversions.7, conversions.8,
      ${since(firstOfEach('reports.2', 'nth_report'))}, ${firstOfEach('reports.1', 'nth_report')},
      ${ofEachPage('arraySum', 'reports.3')}, ${ofEachPage('arrayMax', 'reports.4')},
      ${since('vitals.1')}, vitals.2, vitals.3, vitals.4, vitals.5,
      ${since('assignments.1')}, assignments.2, assignments.3
    FROM (${splitIntoSessions(build)})
    ${endedBefore === undefined ? '' : `WHERE last_ms < ${endedBefore}`}`
}

/** The origin of a session without a page view. */
const UNKNOWN_SOURCE: Partial<Record<string, string>> = { channel: 'unknown', source: NO_VIEW_SOURCE }

function sourceColumn(attribute: string, i: number): string {
  const value = `source_attributes[${i + 1}]`
  const instead = UNKNOWN_SOURCE[attribute]
  return instead === undefined ? value : `if(empty(source_attributes), '${instead}', ${value})`
}

/**
 * Nests SELECTs, the innermost first. Each level uses the names of the one inside as columns: the engine would copy
 * an expression used by name on its own level, and take longer to plan the query than to run it.
 *
 * The functions of array functions use no other array: the engine would copy it for each element, and one tab of a few
 * thousand events would take gigabytes.
 */
function levels(innermost: string, ...columns: readonly (readonly string[])[]): string {
  return columns.reduce((sql, more) => `SELECT *, ${more.join(', ')} FROM (${sql})`, innermost)
}

/** The values of an event in the lists of a tab and of a session, in this order. */
const EVENT_VALUES: readonly EventValue[] = ['at', 'kind', 'id', ...COLUMN_NAMES]
type EventValue = 'at' | 'kind' | 'id' | ColumnName

/** SQL of one value of each event of a list. */
function valuesOf(events: string, name: EventValue): string {
  return `${events}.${EVENT_VALUES.indexOf(name) + 1}`
}

/** A row for each session of the tabs, with its own events by kind, each list in order. */
function splitIntoSessions(build: SessionBuild): string {
  // Zipped first: filtering events would copy all their values.
  const those = (flag: EventValue, condition: string, ...names: EventValue[]) =>
    `arrayFilter((one, flag) -> ${condition}, arrayZip(${names.map((name) => valuesOf('events', name)).join(', ')}), ${valuesOf('events', flag)})`
  const ofKind = (kind: number, ...names: EventValue[]) => those('kind', `flag = ${kind}`, ...names)
  const sessions = `SELECT session_hash, is_bot, tab_sequence, counted_from, source_attributes, reader_attributes, events
    FROM (${tabsWithSessions(build)})
    ARRAY JOIN all_begin AS counted_from, all_events AS events, all_sequence AS tab_sequence,
      all_source_attributes AS source_attributes, all_reader_attributes AS reader_attributes`
  return levels(
    sessions,
    [
      'events[1].1 AS first_ms',
      'events[-1].1 AS last_ms',
      `${ofKind(0, 'at', 'id', 'page')} AS views`,
      `${ofKind(1, 'at', 'id', 'page', 'a', 'b')} AS clicks`,
      `${ofKind(2, 'at', 'id', 'page', 'a', 'b', 'product_rank', 'value', 'c')} AS conversions`,
      `arraySort(${those('is_reading', 'flag', 'page', 'at', 'active_ms', 'depth')}) AS reports`,
      `arraySort(${those('is_vital', 'flag', 'at', 'page', 'lcp_ms', 'inp_ms', 'cls')}) AS vitals`,
      `arraySort(${ofKind(4, 'at', 'a', 'b')}) AS assignments`,
    ],
    ['views.1 AS view_times', 'views.3 AS view_pages'],
    ['arrayEnumerateUniq(view_pages) AS nth_of_page', 'arrayEnumerateUniq(reports.1) AS nth_report'],
  )
}

/** A row for each tab: its new events, split into sessions, and where each begins and its attributes. */
function tabsWithSessions(build: SessionBuild): string {
  const inherited = (isOwn: string) => `arrayPopFront(arrayFill((attributes, own) -> own,
      arrayPushFront(all_attributes, previous_attributes), arrayPushFront(${isOwn}, true)))`
  const newEvents = `SELECT *, arrayFilter(x -> x.1 > previous_ended_ms, tab_events) AS new_events
    FROM (${tabs(build)}) AS tabs
    LEFT JOIN (${previousSessions(build)}) AS previous USING (session_hash, is_bot)`
  return levels(
    `SELECT *, new_events.1 AS new_times, new_times[1] AS first_new FROM (${newEvents}) WHERE notEmpty(new_events)`,
    [
      `arrayFill((at, gap) -> gap >= ${SESSION_GAP_MS}, new_times, arrayDifference(new_times)) AS runs`,
      `previous_sessions > 0 AND first_new - previous_ended_ms < ${SESSION_GAP_MS} AS goes_on`,
    ],
    ['arrayMap(at -> if(goes_on AND at = first_new, previous_counted_from, at), runs) AS run_begins'],
    [
      `arrayMap((at, begin) -> begin + intDiv(at - begin, ${MAX_SESSION_MS}) * ${MAX_SESSION_MS},
        new_times, run_begins) AS begins`,
    ],
    [
      'arrayDistinct(begins) AS all_begin',
      'arraySplit((event, step) -> step > 0, new_events, arrayDifference(begins)) AS all_events',
    ],
    [
      `arrayMap((begin, previous) -> begin - previous >= ${PREVIOUS_MS}, all_begin,
        arrayPushFront(arrayPopBack(all_begin), previous_counted_from)) AS is_first`,
      `arrayMap(events -> arrayFirst((one, kind) -> kind = 0, ${valuesOf('events', 'attributes')}, ${valuesOf('events', 'kind')}), all_events) AS all_attributes`,
    ],
    [
      `arrayMap((attributes, first) -> first OR (notEmpty(attributes) AND attributes[1] NOT IN ${NO_SOURCE}),
        all_attributes, is_first) AS has_source`,
      `arrayMap((nth, before) -> toUInt32(nth - before), arrayEnumerate(all_begin), arrayFill((before, first) -> first,
        arrayMap((nth, first) -> if(first, toInt64(nth) - 1, -toInt64(previous_sessions)), arrayEnumerate(all_begin), is_first),
        is_first)) AS all_sequence`,
    ],
    [
      `${inherited('has_source')} AS all_source_attributes`,
      `${inherited('arrayMap((attributes, first) -> first OR notEmpty(attributes), all_attributes, is_first)')} AS all_reader_attributes`,
    ],
  )
}

/** A row for each tab, with its events in order. */
function tabs(build: SessionBuild): string {
  return `SELECT session_hash, is_bot, arraySort(groupArray(${MAX_EVENTS + 1})((${EVENT_VALUES.join(', ')}))) AS tab_events
    FROM (${EVENT_COLUMNS.map((kind) => eventsOf(kind, build)).join(' UNION ALL ')}) AS events
    ${build.late ? fromOwnStart(build) : ''}
    GROUP BY session_hash, is_bot HAVING count() <= ${MAX_EVENTS}`
}

/**
 * Keeps the events that may be in a tab's sessions that are built. One tab's event from months ago would otherwise give
 * every other tab too many. For tabs with the same start, joining takes a fifth of a statement and does nothing.
 */
function fromOwnStart({ tabsRun }: SessionBuild): string {
  return `INNER JOIN (${tabsWithStart(tabsRun)}) AS own USING (session_hash) WHERE at >= from_ms - ${LOOK_BACK_MS}`
}

function eventsOf(
  { kind, table, time, columns }: EventColumns,
  { tabsRun, part, rowsFrom, rowsTo }: SessionBuild,
): string {
  const values = Object.entries({ ...EMPTY_EVENT, ...columns }).map(([name, sql]) => `${sql} AS ${name}`)
  return `SELECT halfMD5(session_id) AS session_hash, is_bot, toUInt8(${kind}) AS kind,
      toUnixTimestamp64Milli(${time}) AS at, event_id AS id, ${values.join(', ')}
    FROM analytics.${table}
    WHERE ${time} >= ${dateTime64Sql(rowsFrom)}${rowsTo === undefined ? '' : ` AND ${time} < ${dateTime64Sql(rowsTo)}`}
      AND session_hash IN (${tabsOf(tabsRun, part)})`
}

/** The last unchanged session of each tab. */
function previousSessions({ tabsRun, part, table, rowsFrom }: SessionBuild): string {
  const startedFrom = dateTime64Sql(rowsFrom - MAX_SESSION_MS - PREVIOUS_MS)
  const attributes = ATTRIBUTE_COLUMNS.map((column) => `toString(${column})`)
  const last = (sql: string) => `argMax(${sql}, started_at)`
  return `SELECT session_hash, is_bot, toUInt32(${last('tab_sequence')}) AS previous_sessions,
      toUnixTimestamp64Milli(max(ended_at)) AS previous_ended_ms,
      toUnixTimestamp64Milli(max(started_at)) - ${last('split_offset_ms')} AS previous_counted_from,
      ${last(`[${attributes.join(', ')}]`)} AS previous_attributes
    FROM ${unchangedSessions(table, tabsRun, part)} AND started_at >= ${startedFrom} GROUP BY session_hash, is_bot`
}

/** The unchanged sessions of the tabs, to follow a FROM. */
function unchangedSessions(table: string, tabsRun: string, part?: TabPart): string {
  return `analytics.${table} AS had
    INNER JOIN (${tabsWithStart(tabsRun)}) AS tabs USING (session_hash)
    WHERE session_hash IN (${tabsOf(tabsRun, part)}) AND toUnixTimestamp64Milli(ended_at) <= from_ms - ${SESSION_GAP_MS}`
}

/** A SELECT of `SESSION_COLUMNS`: unchanged sessions that began at a time or later, under another run. */
export function selectUnchangedSessions(
  { run, tabsRun, part, table }: Pick<SessionBuild, 'run' | 'tabsRun' | 'part' | 'table'>,
  startedFrom: number,
): string {
  const columns = SESSION_COLUMNS.map((column) => (column === 'run' ? `toUInt64(${run})` : column))
  // The same session may be there twice while another run replaces rows.
  return `SELECT ${columns.join(', ')} FROM ${unchangedSessions(table, tabsRun, part)} AND started_at >= ${dateTime64Sql(startedFrom)}
    LIMIT 1 BY session_hash, is_bot, started_at`
}

/** SQL of a time, as the tables have it. @param ms milliseconds since 1970. */
export function dateTime64Sql(ms: number): string {
  return `fromUnixTimestamp64Milli(toInt64(${Math.max(0, Math.floor(ms))}), 'UTC')`
}
