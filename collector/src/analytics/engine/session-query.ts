import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import type { SessionView } from '../../warehouse/sessions/open-sessions.ts'
import { Params } from './params.ts'
import { eventsIn, singleEventsIn, type SubRange, sessionsIn } from './sub-ranges.ts'

/** When a session began, in milliseconds since 1970, as SQL. */
export const STARTED = 'toUnixTimestamp64Milli(started_at)'

/** A SELECT over sessions. */
export interface Select {
  readonly columns: readonly string[]
  /** What follows ARRAY JOIN. */
  readonly join?: string
  readonly where?: readonly string[]
  /** An order and a limit of each subRange. */
  readonly tail?: string
}

/** The sessions of a range, as SQL with bound values. */
export class SessionQuery {
  readonly params = new Params()
  /** Sessions that began in the range. */
  readonly sessions: readonly SubRange[]
  /** Sessions with events in the range. */
  readonly events: readonly SubRange[]
  readonly #findSingleEvents: () => readonly SubRange[]
  #singleEvents: readonly SubRange[] | undefined
  readonly #begins: string
  readonly #ends: string
  /** Conditions on every session. */
  #kept: readonly string[]

  constructor(view: SessionView, { from, to, bots }: Pick<StatsRange, 'from' | 'to' | 'bots'>) {
    const range = { from: Date.parse(from), to: Date.parse(to) }
    const write = (ms: number) =>
      `fromUnixTimestamp64Milli(${this.params.bind(Math.max(0, ms), 'Int64')}, 'UTC')`
    this.sessions = sessionsIn(view, range, write)
    this.events = eventsIn(view, range, write)
    this.#findSingleEvents = () => singleEventsIn(view, range, write)
    this.#begins = this.params.bind(range.from, 'Int64')
    this.#ends = this.params.bind(range.to, 'Int64')
    this.#kept = bots === 'include' ? [] : ['is_bot = 0']
  }

  /** Restricts all later SELECTs to the sessions that meet these conditions. */
  keep(conditions: readonly string[]): void {
    this.#kept = [...this.#kept, ...conditions]
  }

  /** Like `events`, for SELECTs of single events. Its values are bound on first use, since few queries need them. */
  get singleEvents(): readonly SubRange[] {
    return (this.#singleEvents ??= this.#findSingleEvents())
  }

  /** The condition that an event lies in the range; none where all of them do. */
  inRange({ whole }: SubRange): string[] {
    return whole ? [] : [`${STARTED} + at >= ${this.#begins} AND ${STARTED} + at < ${this.#ends}`]
  }

  /** The same SELECT over each sub-range. */
  from(subRanges: readonly SubRange[], select: Select | ((subRange: SubRange) => Select)): string {
    return subRanges
      .map((subRange) => {
        const { columns, join, where = [], tail } = typeof select === 'function' ? select(subRange) : select
        const sql = `SELECT ${columns.join(', ')} FROM analytics.${subRange.table}
          ${join === undefined ? '' : `ARRAY JOIN ${join}`}
          WHERE ${[subRange.where, ...this.#kept, ...where].join(' AND ')}`
        return tail === undefined ? sql : `(${sql} ${tail})`
      })
      .join('\nUNION ALL\n')
  }
}
