import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { BELONGING, distinctValues, type EventList, eachOf, over } from './dimension-values.ts'
import type { Measure } from './measures.ts'
import type { QueryScope } from './query-scope.ts'
import { type SessionQuery, STARTED } from './session-query.ts'
import type { SubRange } from './sub-ranges.ts'

/** What splits the figures. */
export type Split =
  | { readonly by: 'nothing' }
  | { readonly by: 'time' }
  | { readonly by: 'value'; readonly dimension: Dimension }

/**
 * What a row of a part says of one session, or of one event: which measures add up. `counts`, `rates`: it is a session of
 * these; `converts`: and has a goal.
 */
const COLUMNS = {
  counts: ['sessions', 'duration_ms', 'median_ms', 'bounces'],
  length_ms: ['duration_ms', 'median_ms'],
  bounced: ['bounces'],
  read_ms: ['active_ms'],
  deepest: ['depth_sum'],
  pages_read: ['depths'],
  viewed: ['page_views'],
  clicked: ['clicks'],
  reached: ['conversions'],
  earned: ['revenue'],
  rates: ['rate_sessions'],
  converts: ['converted'],
} as const satisfies Record<string, readonly Measure[]>
type Column = keyof typeof COLUMNS
type Values = Partial<Record<Column, string>>

const OF_SESSIONS: readonly Column[] = ['counts', 'length_ms', 'bounced', 'rates', 'converts']
const OF_READING: readonly Column[] = ['read_ms', 'deepest', 'pages_read']
const NO_READING: Values = { read_ms: '0', deepest: '0', pages_read: '0' }
const LISTS_OF_EVENTS = ['views', 'clicks', 'conversions'] as const
type ListOfEvents = (typeof LISTS_OF_EVENTS)[number]
/** What one event of a list counts as. */
const OF_EVENTS = {
  views: { viewed: '1' },
  clicks: { clicked: '1' },
  conversions: { reached: '1', earned: 'toFloat64(value)' },
} as const satisfies Record<ListOfEvents, Values>

/** Less reading than this, one view, no click and no goal: a bounce. */
const BOUNCE_MS = 10_000

/** What a part selects from a part. */
interface Rows {
  readonly values: Values
  readonly join?: string
  readonly where?: readonly string[]
}

interface SubqueryTools {
  readonly sessions: SessionQuery
  readonly scope: QueryScope
  /** The start of the bucket of a moment, both in milliseconds since 1970. */
  readonly bucketOf: (ms: string) => string
}

/** SELECTs of `key` and columns, to be put together with UNION ALL. */
export class Subqueries {
  readonly #tools: SubqueryTools
  readonly #columns: readonly Column[]
  readonly #subqueries: string[] = []

  constructor(tools: SubqueryTools, split: Split, measures: readonly Measure[]) {
    this.#tools = tools
    this.#columns = (Object.keys(COLUMNS) as Column[]).filter((column) =>
      COLUMNS[column].some((measure) => measures.includes(measure)),
    )
    if (split.by === 'nothing') this.#bySession("''")
    else if (split.by === 'time') this.#byTime()
    else {
      const belonging = BELONGING[split.dimension]
      if (belonging.to === 'session') this.#bySession(belonging.column)
      else if (belonging.to === 'moment') this.#byMoment(this.#tools.scope.moment(split.dimension) ?? "''")
      else this.#byAction(belonging.list, belonging.value)
    }
  }

  get sql(): string {
    return this.#subqueries.join('\nUNION ALL\n')
  }

  /** One row for each session, with everything. */
  #bySession(key: string): void {
    const { events, sessions } = this.#tools.sessions
    this.#add(this.#needs(LISTS_OF_EVENTS.flatMap(columnsOf)) ? events : sessions, key, (subRange) => ({
      values: { ...this.#ofSession(subRange), ...this.#ofEvents(subRange) },
    }))
  }

  #byTime(): void {
    const { sessions, bucketOf } = this.#tools
    if (this.#needs([...OF_SESSIONS, ...OF_READING]))
      this.#add(sessions.sessions, bucketOf(STARTED), (subRange) => ({ values: this.#ofSession(subRange) }))
    for (const list of LISTS_OF_EVENTS) this.#eachEvent(list, bucketOf(`${STARTED} + at`))
  }

  /** By a value that events have by themselves: a session counts in each row that it has a view of. */
  #byMoment(own: string): void {
    const { scope, sessions } = this.#tools
    const keys = distinctValues('views', own, scope.moments('views'))
    const reached = distinctValues('conversions', own, scope.event('conversions'))
    if (this.#needs(OF_SESSIONS))
      this.#add(sessions.sessions, 'key', (subRange) => ({
        join: `${keys} AS key`,
        values: {
          ...this.#ofSession(subRange),
          ...NO_READING,
          converts: `${this.#rates(subRange)} AND has(${reached}, key)`,
        },
      }))
    if (this.#needs(OF_READING))
      this.#add(sessions.sessions, own, () => ({
        join: eachOf('readings'),
        where: [...scope.did(), ...scope.moments('readings'), `has(${keys}, ${own})`],
        values: { read_ms: 'active_ms', deepest: 'toFloat64(depth)', pages_read: '1' },
      }))
    for (const list of LISTS_OF_EVENTS) this.#eachEvent(list, own)
  }

  /** By what sessions did: a session counts in each row of what it did. */
  #byAction(acted: EventList, value: string): void {
    const { scope, sessions } = this.#tools
    const join = `${distinctValues(acted, value, scope.wanted(acted))} AS key`
    const isOfGoals = acted === 'conversions'
    if (this.#needs([...OF_SESSIONS, ...OF_READING]))
      this.#add(sessions.sessions, 'key', (subRange) => ({
        join,
        // Of goals the rate is a share of all sessions, and a row has those with its own goals.
        values: { ...this.#ofSession(subRange), ...(isOfGoals && { rates: '0', converts: '0' }) },
      }))
    if (isOfGoals && this.#needs(['converts']))
      this.#add(sessions.sessions, 'key', (subRange) => ({
        join: `${distinctValues(acted, value, scope.event(acted))} AS key`,
        values: { converts: this.#rates(subRange) },
      }))
    const others = LISTS_OF_EVENTS.filter((list) => list !== acted)
    if (this.#needs(others.flatMap(columnsOf)))
      this.#add(sessions.events, 'key', (subRange) => ({ join, values: this.#ofEvents(subRange, others) }))
    if (acted !== 'assignments' && acted !== 'readings') this.#eachEvent(acted, value)
  }

  /** One row for each kept event of a list. */
  #eachEvent(list: ListOfEvents, key: string): void {
    const { scope, sessions } = this.#tools
    if (this.#needs(columnsOf(list)))
      this.#add(sessions.events, key, (subRange) => ({
        join: eachOf(list),
        where: [...scope.did(list), ...scope.event(list), ...sessions.inRange(subRange)],
        values: OF_EVENTS[list],
      }))
  }

  /** What a session is and what was read in it, where it counts as one. */
  #ofSession(subRange: SubRange): Values {
    const { scope } = this.#tools
    const counts = subRange.began ? all([...scope.did(), ...this.#hasView]) : '0'
    const read = scope.moments('readings')
    const kept = (sql: string) => (read.length === 0 ? sql : `if(${all(read)}, ${sql}, 0)`)
    const masked = (sql: string) => (counts === '1' ? sql : `if(${counts}, ${sql}, 0)`)
    return {
      counts,
      length_ms: 'duration_ms',
      bounced: `view_count = 1 AND click_count = 0 AND engaged_ms < ${BOUNCE_MS}
        AND NOT ${over('conversions', 'arrayExists', scope.isGoal)}`,
      rates: this.#rates(subRange),
      converts: `${this.#rates(subRange)} AND ${over('conversions', 'arrayExists', all(scope.event('conversions')))}`,
      read_ms: masked(read.length === 0 ? 'engaged_ms' : over('readings', 'arraySum', kept('active_ms'))),
      deepest: masked(over('readings', 'arraySum', kept('toFloat64(depth)'))),
      pages_read: masked(over('readings', 'arrayCount', all(read))),
    }
  }

  /** Whether it is one of those that the conversion rate is a share of. */
  #rates({ began }: SubRange): string {
    return began ? all([...this.#tools.scope.did('conversions'), ...this.#hasView]) : '0'
  }

  /** How many kept events of each list a session has. */
  #ofEvents(subRange: SubRange, lists: readonly ListOfEvents[] = LISTS_OF_EVENTS): Values {
    const { scope, sessions } = this.#tools
    const kept = (list: ListOfEvents) => [...scope.event(list), ...sessions.inRange(subRange)]
    const masked = (list: ListOfEvents, sql: string) =>
      scope.did(list).length === 0 ? sql : `if(${all(scope.did(list))}, ${sql}, 0)`
    const count = (list: 'views' | 'clicks', total: string) =>
      masked(list, kept(list).length === 0 ? total : over(list, 'arrayCount', all(kept(list))))
    const values: Values = {
      viewed: count('views', 'view_count'),
      clicked: count('clicks', 'click_count'),
      reached: masked('conversions', over('conversions', 'arrayCount', all(kept('conversions')))),
      earned: masked(
        'conversions',
        over('conversions', 'arraySum', `if(${all(kept('conversions'))}, toFloat64(value), 0)`),
      ),
    }
    return Object.fromEntries(lists.flatMap(columnsOf).map((column) => [column, values[column]]))
  }

  /** Where moments are filtered, a session counts by a view that is kept. */
  get #hasView(): string[] {
    const kept = this.#tools.scope.moments('views')
    return kept.length === 0 ? [] : [over('views', 'arrayExists', all(kept))]
  }

  #needs(columns: readonly Column[]): boolean {
    return columns.some((column) => this.#columns.includes(column))
  }

  #add(subRanges: readonly SubRange[], key: string, rowsOf: (subRange: SubRange) => Rows): void {
    const sql = this.#tools.sessions.from(subRanges, (subRange) => {
      const { values, join, where = [] } = rowsOf(subRange)
      const columns = this.#columns.map((column) => `${values[column] ?? '0'} AS ${column}`)
      return {
        columns: [`${key} AS key`, ...columns],
        ...(join !== undefined && { join }),
        where: [...this.#tools.scope.always, ...where],
      }
    })
    if (sql !== '') this.#subqueries.push(sql)
  }
}

function columnsOf(list: ListOfEvents): Column[] {
  return Object.keys(OF_EVENTS[list]) as Column[]
}

function all(conditions: readonly string[]): string {
  return conditions.length === 0 ? '1' : conditions.join(' AND ')
}
