import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { TimeRange } from '../../warehouse/clickhouse/time-ranges.ts'
import type { SessionView } from '../../warehouse/sessions/open-sessions.ts'
import { MAX_SESSION_MS } from '@half-measure/shared/stats/sessions.ts'
import { SESSION_LISTS } from '../../warehouse/sessions/session-columns.ts'
import { LONG_MS, type SessionSource, sessionSources } from '../../warehouse/sessions/session-sources.ts'
import type { EventList } from './dimension-values.ts'
import { Params } from './params.ts'

/** When a session began, in milliseconds since 1970, as SQL. */
export const STARTED = 'toUnixTimestamp64Milli(started_at)'

/** The condition that an event at `at` lies in the range, in rows of `withEvents`. */
export const IN_RANGE = 'at >= range_from AND at < range_to'
/** The condition that a session began in the range, in rows of `withEvents`. */
export const BEGAN_IN_RANGE = 'range_from <= 0'
/** The condition that all events of a session lie in the range, in rows of `withEvents`. */
export const IS_WHOLE = `${BEGAN_IN_RANGE} AND duration_ms < range_to`

/** A SELECT over sessions. */
export interface Select {
  readonly columns: readonly string[]
  /** The expression after ARRAY JOIN. */
  readonly join?: string
  readonly where?: readonly string[]
}

/** Sessions that began in one range, read for the events in another. */
interface SubRange {
  readonly began: TimeRange
  readonly range: TimeRange
  readonly isCompared: boolean
}

/**
 * The sessions of a range, and of the range compared with it, as SQL with bound values. It combines their tables
 * first and writes every other expression once: ClickHouse takes longer to plan an expression than to read a few
 * rows.
 */
export class SessionQuery {
  readonly params = new Params()
  readonly isCompared: boolean
  readonly #view: SessionView
  readonly #ranges: readonly SubRange[]
  readonly #withoutBots: boolean
  /** Conditions on every session. */
  #conditions: readonly string[] = []

  /** @param compared range whose rows have 1 in the column `compared`; the rows of `range` have 0. */
  constructor(
    view: SessionView,
    range: Pick<StatsRange, 'from' | 'to' | 'bots'>,
    compared?: Pick<StatsRange, 'from' | 'to'>,
  ) {
    this.#view = view
    this.#withoutBots = range.bots !== 'include'
    this.isCompared = compared !== undefined
    this.#ranges = [range, ...(compared ? [compared] : [])].map(({ from, to }, i) => {
      const time = { from: Date.parse(from), to: Date.parse(to) }
      return { began: time, range: time, isCompared: i > 0 }
    })
  }

  /** Restricts all later SELECTs to the sessions that meet these conditions. */
  restrict(conditions: readonly string[]): void {
    this.#conditions = [...this.#conditions, ...conditions]
  }

  /** A SELECT over the sessions that began in the range. */
  began(select: Select): string {
    return this.#select(this.#rows(this.#ranges), select)
  }

  /** `began`, with `order` (ORDER BY and LIMIT) applied to each table. */
  firstBegan({ where = [], ...select }: Select, order: string): string {
    return this.#ranges
      .flatMap(({ began }) => this.#sources(began))
      .map(({ table, where: ofTable }) => {
        const sql = this.#select(`analytics.${table}`, { ...select, where: [ofTable, ...where] })
        return `(${sql} ${order})`
      })
      .join('\nUNION ALL\n')
  }

  /** A SELECT over the sessions with events in the range, which may have others before and after it. */
  withEvents(select: Select): string {
    const subRanges = this.#ranges.map((subRange) => ({ ...subRange, began: around(subRange.range) }))
    return this.#select(this.#rows(subRanges, this.#bounds), select)
  }

  /** A SELECT over the events of a list that lie in the range, with the columns of the list and of the session. */
  events(list: EventList, { where = [], ...select }: Omit<Select, 'join'>): string {
    const subRanges = this.#ranges.map((subRange) => subRangesOf(this.#view, subRange))
    const inside = subRanges.flatMap(({ inside }) => inside)
    const edges = this.#rows(
      subRanges.flatMap(({ edges }) => edges),
      this.#bounds,
    )
    const join = SESSION_LISTS[list].map((column) => `${list}.${column} AS ${column}`).join(', ')
    return [
      ...(inside.length > 0 ? [this.#select(this.#rows(inside), { ...select, join, where })] : []),
      this.#select(edges, { ...select, join, where: [...where, IN_RANGE] }),
    ].join('\nUNION ALL\n')
  }

  readonly #bounds = ({ range: { from, to } }: SubRange): readonly string[] => [
    `${this.params.bind(from, 'Int64')} - ${STARTED} AS range_from`,
    `${this.params.bind(to, 'Int64')} - ${STARTED} AS range_to`,
  ]

  #rows(
    subRanges: readonly SubRange[],
    columnsOf: (subRange: SubRange) => readonly string[] = () => [],
  ): string {
    const selects = subRanges.flatMap((subRange) => {
      const compared = this.isCompared ? [`${subRange.isCompared ? 1 : 0} AS compared`] : []
      const columns = ['*', ...compared, ...columnsOf(subRange)].join(', ')
      return this.#sources(subRange.began).map(
        ({ table, where }) => `SELECT ${columns} FROM analytics.${table} WHERE ${where}`,
      )
    })
    return `(${selects.join('\nUNION ALL\n')})`
  }

  #sources(began: TimeRange): SessionSource[] {
    const write = (ms: number) =>
      `fromUnixTimestamp64Milli(${this.params.bind(Math.max(0, ms), 'Int64')}, 'UTC')`
    return sessionSources(this.#view, began, write).map(({ table, where }) => ({
      table,
      where: this.#withoutBots ? `${where} AND is_bot = 0` : where,
    }))
  }

  #select(from: string, { columns, join, where = [] }: Select): string {
    const conditions = [...this.#conditions, ...where]
    return `SELECT ${columns.join(', ')} FROM ${from}
      ${join === undefined ? '' : `ARRAY JOIN ${join}`}
      ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`
  }
}

/** When sessions with events in a range began. */
function around({ from, to }: TimeRange): TimeRange {
  return { from: from - MAX_SESSION_MS, to }
}

/**
 * Splits a long range into sessions whose events all lie in it and those near its ends: comparing the time of each
 * event takes a third of a query. In a short range, planning a further SELECT takes longer.
 */
function subRangesOf(
  { finishedBefore }: SessionView,
  subRange: SubRange,
): { inside: readonly SubRange[]; edges: readonly SubRange[] } {
  const { from, to } = subRange.range
  const cut = Math.min(to - MAX_SESSION_MS, finishedBefore)
  if (cut - from < LONG_MS) return { inside: [], edges: [{ ...subRange, began: around(subRange.range) }] }
  const began = (since: number, until: number) => ({ ...subRange, began: { from: since, to: until } })
  return { inside: [began(from, cut)], edges: [began(from - MAX_SESSION_MS, from), began(cut, to)] }
}
