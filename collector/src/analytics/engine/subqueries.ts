import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import { DIMENSION_KINDS, distinctValues, type EventList, over } from './dimension-values.ts'
import type { Measure } from './measures.ts'
import type { QueryScope } from './query-scope.ts'
import {
  BEGAN_IN_RANGE,
  IN_RANGE,
  IS_WHOLE,
  type Select,
  type SessionQuery,
  STARTED,
} from './session-query.ts'

/** How figures are split. */
export type Split =
  | { readonly by: 'nothing' }
  | { readonly by: 'time' }
  | { readonly by: 'value'; readonly dimension: Dimension }

/** Sessions that read an article past a depth, and all that opened one. */
const READ = ['read_25', 'read_50', 'read_75', 'read_100'] as const
const OPENED = ['article_sessions', ...READ] as const

/**
 * The columns of a subquery's row (one session or one event), with the measures that need them. `is_session`: it
 * counts as a session; `in_rate`: it is in the denominator of the conversion rate; `has_converted`: it reached a goal
 * as well.
 */
const COLUMNS = {
  is_session: ['sessions', 'duration_ms', 'median_ms', 'median_active_ms', 'bounces', ...OPENED],
  length_ms: ['duration_ms', 'median_ms'],
  bounced: ['bounces'],
  opened: OPENED,
  article_depth: READ,
  read_ms: ['active_ms', 'median_active_ms'],
  deepest: ['depth_sum'],
  pages_read: ['depths', 'reading_sessions'],
  viewed: ['page_views'],
  clicked: ['clicks'],
  reached: ['goals'],
  earned: ['revenue'],
  in_rate: ['rate_sessions'],
  has_converted: ['converted'],
} as const satisfies Record<string, readonly Measure[]>
type Column = keyof typeof COLUMNS
type Values = Partial<Record<Column, string>>

/** Whether any article was opened, and the greatest depth read. */
const ARTICLE_COLUMNS = ['opened', 'article_depth'] as const
/** Figures counted per event. Goals are events of several lists. */
const COUNTED = ['views', 'clicks', 'goals'] as const
type Counted = (typeof COUNTED)[number]
/** The columns that each kind of event adds to; a goal has a value only if it is a conversion. */
const EVENT_VALUES = {
  views: { viewed: '1' },
  clicks: { clicked: '1' },
  goals: { reached: '1', earned: 'toFloat64(value)' },
} as const satisfies Record<Counted, Values>
const EVENT_COLUMNS = COUNTED.flatMap(columnsOf)
const ALL_COLUMNS = Object.keys(COLUMNS) as Column[]
const SESSION_COLUMNS = ALL_COLUMNS.filter((column) => !EVENT_COLUMNS.includes(column))

/**
 * Milliseconds of engaged time. Less is no reading: a session of one view, without a click or goal, bounced, and a key
 * leads to the end of any text.
 */
export const READING_MS = 10_000

interface SubqueryOptions {
  readonly sessions: SessionQuery
  readonly scope: QueryScope
  /** The start of a moment's bucket, both in milliseconds since 1970. */
  readonly bucketOf: (ms: string) => string
}

/** SELECTs of `key` and columns, to be put together with UNION ALL. */
export class Subqueries {
  readonly #options: SubqueryOptions
  readonly #columns: readonly Column[]
  readonly #subqueries: string[] = []

  constructor(options: SubqueryOptions, split: Split, measures: readonly Measure[]) {
    this.#options = options
    this.#columns = ALL_COLUMNS.filter((column) =>
      COLUMNS[column].some((measure) => measures.includes(measure)),
    )
    if (split.by === 'nothing') this.#bySession("''")
    else if (split.by === 'time') this.#byTime()
    else {
      const kind = DIMENSION_KINDS[split.dimension]
      if (kind.of === 'session') this.#bySession(kind.column)
      else if (kind.of === 'event') this.#byEvent(this.#options.scope.eventValue(split.dimension) ?? "''")
      else this.#byAction(kind.list, kind.value)
    }
  }

  get sql(): string {
    return this.#subqueries.join('\nUNION ALL\n')
  }

  /** One row for each session, with all columns. */
  #bySession(key: string): void {
    if (this.#needs(EVENT_COLUMNS))
      this.#add('withEvents', key, { ...this.#sessionValues([BEGAN_IN_RANGE]), ...this.#eventValues() })
    else this.#add('began', key, this.#sessionValues())
  }

  #byTime(): void {
    const { bucketOf } = this.#options
    if (this.#needs(SESSION_COLUMNS)) this.#add('began', bucketOf(STARTED), this.#sessionValues())
    for (const counted of COUNTED) this.#eachEvent(counted, bucketOf(`${STARTED} + at`))
  }

  /** By a value of single events: a session counts in each row in which it has a view. */
  #byEvent(own: string): void {
    const { scope } = this.#options
    const keys = distinctValues('views', own, scope.placeAndTime('views'))
    const reached = scope.goals.map(
      ({ list, conditions }) => `has(${distinctValues(list, own, conditions)}, key)`,
    )
    if (this.#needs(SESSION_COLUMNS)) {
      const sessionValues = this.#sessionValues([], [`toString(${own}) = key`])
      const hasConverted = all([...this.#rateConditions, any(reached)])
      this.#add('began', 'key', { ...sessionValues, has_converted: hasConverted }, `${keys} AS key`)
    }
    for (const counted of COUNTED) this.#eachEvent(counted, own)
  }

  /** By actions: a session counts in the row of each action that it had. */
  #byAction(acted: EventList, value: string): void {
    const { scope } = this.#options
    const join = `${distinctValues(acted, value, scope.includedActions(acted))} AS key`
    const isOfGoals = acted === 'conversions'
    // Split by goals, the rate is a share of all sessions, and a row has the sessions with its own goals.
    if (this.#needs(SESSION_COLUMNS))
      this.#add(
        'began',
        'key',
        { ...this.#sessionValues(), ...(isOfGoals && { in_rate: '0', has_converted: '0' }) },
        join,
      )
    const goals = scope.goals.find(({ list }) => list === acted)
    if (isOfGoals && goals && this.#needs(['has_converted']))
      this.#add(
        'began',
        'key',
        { has_converted: all(this.#rateConditions) },
        `${distinctValues(acted, value, goals.conditions)} AS key`,
      )
    const own = COUNTED.find((counted) => counted === (isOfGoals ? 'goals' : acted))
    const others = COUNTED.filter((counted) => counted !== own)
    if (this.#needs(others.flatMap(columnsOf)))
      this.#add('withEvents', 'key', this.#eventValues(others), join)
    if (own) this.#eachEvent(own, value, acted)
  }

  /** One row for each event that counts. @param only events of this list. */
  #eachEvent(counted: Counted, key: string, only?: EventList): void {
    const actions = this.#options.scope.actions(ignoredBy(counted))
    for (const { list, conditions, values } of this.#eventsOf(counted))
      if ((only === undefined || list === only) && this.#needs(Object.keys(values) as Column[]))
        this.#subqueries.push(
          this.#options.sessions.events(list, this.#selectOf(key, values, [...actions, ...conditions])),
        )
  }

  /** The lists that hold the counted events, with the conditions that keep an event. */
  #eventsOf(
    counted: Counted,
  ): { readonly list: EventList; readonly conditions: readonly string[]; readonly values: Values }[] {
    const { scope } = this.#options
    if (counted !== 'goals')
      return [{ list: counted, conditions: scope.event(counted), values: EVENT_VALUES[counted] }]
    const { reached } = EVENT_VALUES.goals
    return scope.goals.map((goals) => ({
      ...goals,
      values: goals.list === 'conversions' ? EVENT_VALUES.goals : { reached },
    }))
  }

  /**
   * Columns of a session and its reading, if it counts as a session.
   *
   * @param began conditions that the session began in the range.
   * @param conditions on the views and the reading that count, in addition to the filters.
   */
  #sessionValues(began: readonly string[] = [], conditions: readonly string[] = []): Values {
    const { scope } = this.#options
    const isSession = all([...began, ...scope.actions(), ...this.#hasView])
    const rateConditions = [...began, ...this.#rateConditions]
    const read = [...scope.placeAndTime('readings'), ...conditions]
    const filtered = (sql: string) => (read.length === 0 ? sql : `if(${all(read)}, ${sql}, 0)`)
    const masked = (sql: string) => (isSession === '1' ? sql : `if(${isSession}, ${sql}, 0)`)
    return {
      is_session: isSession,
      length_ms: 'duration_ms',
      bounced: `view_count = 1 AND click_count = 0 AND engaged_ms < ${READING_MS}
        AND NOT ${scope.hasGoal}`,
      in_rate: all(rateConditions),
      has_converted: all([
        ...rateConditions,
        any(scope.goals.map(({ list, conditions }) => over(list, 'arrayExists', all(conditions)))),
      ]),
      ...this.#articleValues(conditions),
      read_ms: masked(read.length === 0 ? 'engaged_ms' : over('readings', 'arraySum', filtered('active_ms'))),
      deepest: masked(over('readings', 'arraySum', filtered('toFloat64(depth)'))),
      pages_read: masked(over('readings', 'arrayCount', all(read))),
    }
  }

  #articleValues(conditions: readonly string[]): Values {
    const { scope } = this.#options
    if (!this.#needs(ARTICLE_COLUMNS)) return {}
    const onArticle = (list: 'views' | 'readings') =>
      all([...scope.placeAndTime(list), scope.isArticle, ...conditions])
    return {
      opened: over('views', 'arrayExists', onArticle('views')),
      article_depth: over('readings', 'arrayMax', `if(${onArticle('readings')}, depth, 0)`),
    }
  }

  /** Conditions that a session is in the denominator of the conversion rate. */
  get #rateConditions(): string[] {
    return [...this.#options.scope.actions('conversions'), ...this.#hasView]
  }

  /** How many events of each kind a session has in the range. */
  #eventValues(counted: readonly Counted[] = COUNTED): Values {
    const { scope } = this.#options
    const sum = (of: Counted, ofList: (list: EventList, conditions: readonly string[]) => string) => {
      const actions = scope.actions(ignoredBy(of))
      const lists = this.#eventsOf(of).map(({ list, conditions }) => ofList(list, conditions))
      const total = lists.length === 0 ? '0' : lists.join(' + ')
      return actions.length === 0 ? total : `if(${all(actions)}, ${total}, 0)`
    }
    const count = (list: EventList, conditions: readonly string[]) =>
      over(list, 'arrayCount', all([...conditions, IN_RANGE]))
    const countOf = (total: string) => (list: EventList, conditions: readonly string[]) =>
      conditions.length === 0
        ? `if(${IS_WHOLE}, ${total}, ${count(list, conditions)})`
        : count(list, conditions)
    const values: Values = {
      viewed: sum('views', countOf('view_count')),
      clicked: sum('clicks', countOf('click_count')),
      reached: sum('goals', count),
      earned: sum('goals', (list, conditions) =>
        list === 'conversions'
          ? over(list, 'arraySum', `if(${all([...conditions, IN_RANGE])}, toFloat64(value), 0)`)
          : '0',
      ),
    }
    return Object.fromEntries(counted.flatMap(columnsOf).map((column) => [column, values[column]]))
  }

  /** With filters on place or time, a session counts only if it has a matching view. */
  get #hasView(): string[] {
    const conditions = this.#options.scope.placeAndTime('views')
    return conditions.length === 0 ? [] : [over('views', 'arrayExists', all(conditions))]
  }

  #needs(columns: readonly Column[]): boolean {
    return columns.some((column) => this.#columns.includes(column))
  }

  #add(from: 'began' | 'withEvents', key: string, values: Values, join?: string): void {
    const select = { ...this.#selectOf(key, values), ...(join !== undefined && { join }) }
    this.#subqueries.push(this.#options.sessions[from](select))
  }

  #selectOf(key: string, values: Values, where: readonly string[] = []): Omit<Select, 'join'> {
    const { scope, sessions } = this.#options
    const columns = this.#columns.map((column) => `${values[column] ?? '0'} AS ${column}`)
    return {
      columns: [`${key} AS key`, ...(sessions.isCompared ? ['compared'] : []), ...columns],
      where: [...scope.attributes, ...where],
    }
  }
}

function columnsOf(counted: Counted): Column[] {
  return Object.keys(EVENT_VALUES[counted]) as Column[]
}

/** A filter on an action type selects events of that type, not sessions; goals count as conversions. */
function ignoredBy(counted: Counted): EventList {
  return counted === 'goals' ? 'conversions' : counted
}

function all(conditions: readonly string[]): string {
  return conditions.length === 0 ? '1' : conditions.join(' AND ')
}

function any(conditions: readonly string[]): string {
  return conditions.length === 0 ? '0' : `(${conditions.join(' OR ')})`
}
