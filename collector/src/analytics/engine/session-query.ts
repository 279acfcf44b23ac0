import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { SessionView } from '../../warehouse/sessions/open-sessions.ts'
import { MAX_SESSION_MS } from '../../warehouse/sessions/session-rows.ts'
import { type SessionSource, sessionSources } from '../../warehouse/sessions/session-sources.ts'
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
  /** What follows ARRAY JOIN. */
  readonly join?: string
  readonly where?: readonly string[]
}

type Range = Pick<StatsRange, 'from' | 'to'>

/** Milliseconds since 1970. */
interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The sessions of a range, and of one that it is compared with, as SQL with bound values. The tables they are in are put
 * together first, and everything else is said once: ClickHouse plans each expression for longer than it reads few rows.
 */
export class SessionQuery {
  readonly params = new Params()
  readonly #view: SessionView
  readonly #spans: readonly Span[]
  readonly #onlyPeople: boolean
  /** Conditions on every session. */
  #kept: readonly string[] = []

  /** @param compared its rows have 1 in the column `compared`, those of the other range 0. */
  constructor(view: SessionView, { bots, ...range }: Range & Pick<StatsRange, 'bots'>, compared?: Range) {
    this.#view = view
    this.#onlyPeople = bots !== 'include'
    this.#spans = [range, ...(compared ? [compared] : [])].map(({ from, to }) => ({
      from: Date.parse(from),
      to: Date.parse(to),
    }))
  }

  get isCompared(): boolean {
    return this.#spans.length > 1
  }

  /** Restricts all later SELECTs to the sessions that meet these conditions. */
  keep(conditions: readonly string[]): void {
    this.#kept = [...this.#kept, ...conditions]
  }

  /** A SELECT over the sessions that began in the range. */
  began(select: Select): string {
    return this.#select(
      this.#rows((span) => span),
      select,
    )
  }

  /** The first rows of such a SELECT: of each table no more than these, where it is in this order. */
  firstBegan({ where = [], ...select }: Select, order: string): string {
    return this.#spans
      .flatMap((span) => this.#sources(span))
      .map(
        (source) =>
          `(${this.#select(`analytics.${source.table}`, { ...select, where: [source.where, ...where] })} ${order})`,
      )
      .join('\nUNION ALL\n')
  }

  /** A SELECT over the sessions with events in the range, which may have others before and after it. */
  withEvents(select: Select): string {
    const rows = this.#rows(
      ({ from, to }) => ({ from: from - MAX_SESSION_MS, to }),
      ({ from, to }) => [
        `${this.#bind(from)} - ${STARTED} AS range_from`,
        `${this.#bind(to)} - ${STARTED} AS range_to`,
      ],
    )
    return this.#select(rows, select)
  }

  /** @param beganIn when the sessions of a range began. */
  #rows(beganIn: (span: Span) => Span, columnsOf: (span: Span) => readonly string[] = () => []): string {
    const selects = this.#spans.flatMap((span, i) => {
      const columns = ['*', ...(this.isCompared ? [`${i} AS compared`] : []), ...columnsOf(span)]
      return this.#sources(beganIn(span)).map(
        ({ table, where }) => `SELECT ${columns.join(', ')} FROM analytics.${table} WHERE ${where}`,
      )
    })
    return `(${selects.join('\nUNION ALL\n')})`
  }

  #sources(span: Span): SessionSource[] {
    const write = (ms: number) => `fromUnixTimestamp64Milli(${this.#bind(Math.max(0, ms))}, 'UTC')`
    return sessionSources(this.#view, span, write).map(({ table, where }) => ({
      table,
      where: this.#onlyPeople ? `${where} AND is_bot = 0` : where,
    }))
  }

  #select(from: string, { columns, join, where = [] }: Select): string {
    const conditions = [...this.#kept, ...where]
    return `SELECT ${columns.join(', ')} FROM ${from}
      ${join === undefined ? '' : `ARRAY JOIN ${join}`}
      ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`
  }

  #bind(ms: number): string {
    return this.params.bind(ms, 'Int64')
  }
}
