import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Filter, Question } from '@half-measure/shared/stats/engine/question.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { dateTime64 } from '../../date-time64.ts'
import { bucketStarts } from '../buckets.ts'
import { BELONGING, type EventKind, TABLE_OF, timeOf } from './event-kinds.ts'
import { Params } from './params.ts'

/** What splits the figures. */
export type Split =
  | { readonly by: 'nothing' }
  | { readonly by: 'time' }
  | { readonly by: 'value'; readonly dimension: Dimension }

/**
 * The rows that a question is about, as SQL. What its filters mean is said here, and only here:
 *
 * - A question sees nothing outside its range. A visit is what a session did within it, if that includes a page view.
 * - A filter on what belongs to a visit (entry, exit, where it came from, who reads) keeps whole visits: every event of
 *   them, and nothing of others. Events of sessions without a page view in the range then belong to no visit.
 * - A filter on a moment (page, category, author, hour of the week) keeps single events of every kind: views of these
 *   pages, clicks on them, conversions and reading on them. Visits are those with a view that is kept; how long such a
 *   visit lasted and whether it bounced is about the whole of it.
 * - A filter on an action (element, conversion type, product, experiment, variant) keeps those events of its own kind,
 *   and of everything else the visits in which such an event happened, on whatever page; of several filters on one
 *   kind, all hold for one event. `is_not` leaves those events out, and of everything else the visits in which one
 *   happened.
 * - The conversion rate is about conversions: filters on them choose which ones count, not which visits.
 * - A row of a breakdown is the same question with `<dimension> is <value>` added. So visits that did two things are
 *   in two rows.
 * - A bucket of a series holds the events of its time; who is kept is decided over the whole range. Duration and
 *   bounce are about the part of the visit within the bucket.
 */
export class Ground {
  readonly params = new Params()
  readonly split: Split
  readonly #filters: readonly Filter[]
  readonly #range: Question['range']
  readonly #interval: Question['interval']
  readonly #articles: readonly ListedArticle[]
  readonly #from: string
  readonly #to: string
  #starts: string | undefined
  #zone: string | undefined
  readonly #lists = new Map<string, string>()

  constructor({ range, filters, interval }: Question, split: Split, articles: readonly ListedArticle[]) {
    this.#range = range
    this.#filters = filters
    this.#interval = interval
    this.#articles = articles
    this.split = split
    this.#from = this.params.bind(dateTime64(Date.parse(range.from)), "DateTime64(3, 'UTC')")
    this.#to = this.params.bind(dateTime64(Date.parse(range.to)), "DateTime64(3, 'UTC')")
  }

  /**
   * The kept events of a kind, each with the key of the row that it counts in: a SELECT of `key`, `session_id` and the
   * columns named. An event that counts in several rows is there several times.
   *
   * @param heedless of this kind of action: filters on it choose no visits, and a split by it is none.
   */
  kept(kind: EventKind, columns: readonly string[] = [], heedless?: EventKind): string {
    const where = this.#whereOf(kind, heedless)
    const list = ['session_id', ...columns]
    const key = heedless !== undefined && this.isSplitBy(heedless) ? "''" : this.#ownKey(kind)
    if (key !== undefined) {
      return `SELECT ${key} AS key, ${list.join(', ')} FROM analytics.${TABLE_OF[kind]} WHERE ${where}`
    }
    return `SELECT keys.key AS key, ${list.map((column) => `events.${column} AS ${column}`).join(', ')}
      FROM (SELECT ${list.join(', ')} FROM analytics.${TABLE_OF[kind]} WHERE ${where}) AS events
      INNER JOIN (${this.#keysOfSessions()}) AS keys ON keys.session_id = events.session_id`
  }

  /** The visits that are kept, each with the keys of the rows it counts in. */
  visits(heedless?: EventKind): string {
    return `SELECT DISTINCT key, session_id FROM (${this.kept('views', [], heedless)})`
  }

  /** All that happened in a kind's table in the range, whatever the filters. */
  inRange(kind: EventKind): string {
    const time = timeOf(kind)
    const bots = this.#range.bots === 'include' ? '' : ' AND is_bot = 0'
    return `${time} >= ${this.#from} AND ${time} < ${this.#to}${bots}`
  }

  /** The start of the bucket of a time, in milliseconds since 1970, as text. */
  bucketOf(time: string): string {
    if (!this.#interval) throw new Error('a question without an interval has no buckets')
    const { from, to, tz } = this.#range
    this.#starts ??= this.params.bind(
      bucketStarts(Date.parse(from), Date.parse(to), this.#interval, tz),
      'Array(Int64)',
    )
    return `toString(roundDown(toUnixTimestamp64Milli(${time}), ${this.#starts}))`
  }

  /** Whether the split is by actions of this kind. */
  isSplitBy(kind: EventKind): boolean {
    return this.split.by === 'value' && kindOf(this.split.dimension) === kind
  }

  /** The value of a moment, where an event of the kind has one. */
  #momentOf(dimension: Dimension, kind: EventKind): string | undefined {
    if (kind === 'assignments') return undefined
    switch (dimension) {
      case 'page':
        return 'page_path'
      case 'category':
      case 'author':
        return this.#ofArticle(dimension)
      case 'hour_of_week': {
        this.#zone ??= this.params.bind(this.#range.tz, 'String')
        const [time, zone] = [timeOf(kind), this.#zone]
        return `concat(toString(toDayOfWeek(${time}, 0, ${zone})), '-', leftPad(toString(toHour(${time}, ${zone})), 2, '0'))`
      }
      default:
        return undefined
    }
  }

  /** Empty for pages that are no articles. */
  #ofArticle(fact: 'category' | 'author'): string {
    return `transform(page_path, ${this.#list('path')}, ${this.#list(fact)}, '')`
  }

  #list(fact: 'path' | 'category' | 'author'): string {
    const known = this.#lists.get(fact)
    if (known !== undefined) return known
    const values = this.#articles.map((article) => article[fact])
    const bound = this.params.bind(values, 'Array(String)')
    this.#lists.set(fact, bound)
    return bound
  }

  /** The key that an event of the kind carries itself. */
  #ownKey(kind: EventKind): string | undefined {
    switch (this.split.by) {
      case 'nothing':
        return "''"
      case 'time':
        return this.bucketOf(timeOf(kind))
      case 'value': {
        const { dimension } = this.split
        const belonging = BELONGING[dimension]
        if (belonging.to === 'action') return belonging.kind === kind ? belonging.value : undefined
        return belonging.to === 'moment' ? this.#momentOf(dimension, kind) : undefined
      }
    }
  }

  /** The keys of a session, for events that do not carry them. */
  #keysOfSessions(): string {
    if (this.split.by !== 'value') throw new Error('every event carries this key itself')
    const { dimension } = this.split
    const belonging = BELONGING[dimension]
    switch (belonging.to) {
      case 'visit':
        return `SELECT session_id, ${valueOfVisit(belonging)} AS key FROM analytics.page_views
          WHERE ${this.inRange('views')} GROUP BY session_id`
      case 'action':
        return `SELECT DISTINCT session_id, ${belonging.value} AS key FROM analytics.${TABLE_OF[belonging.kind]}
          WHERE ${[this.inRange(belonging.kind), ...this.#actions(belonging.kind)].join(' AND ')}`
      case 'moment':
        throw new Error(`only page views and what happens on pages are split by ${dimension}`)
    }
  }

  /** The condition on events of a kind: the range, their own filters, and which sessions are kept. */
  #whereOf(kind: EventKind, heedless: EventKind | undefined): string {
    const others = (['clicks', 'conversions', 'assignments'] as const).filter(
      (other) => other !== kind && other !== heedless,
    )
    return [
      this.inRange(kind),
      ...this.#moments(kind),
      ...this.#actions(kind),
      ...this.#visitFilters(),
      ...others.flatMap((other) => this.#whoDid(other)),
    ].join(' AND ')
  }

  #moments(kind: EventKind): string[] {
    return this.#filters.flatMap((filter) => {
      const value = this.#momentOf(filter.dimension, kind)
      return value === undefined ? [] : this.#holds(value, filter)
    })
  }

  /** Conditions on the events of an action themselves. */
  #actions(kind: EventKind): string[] {
    return this.#filters.flatMap((filter) => {
      const belonging = BELONGING[filter.dimension]
      return belonging.to === 'action' && belonging.kind === kind ? this.#holds(belonging.value, filter) : []
    })
  }

  /** Sessions that did what filters on an action name, and none of what they exclude. */
  #whoDid(kind: EventKind): string[] {
    const filters = this.#filters.filter(({ dimension }) => kindOf(dimension) === kind)
    const valueOf = ({ dimension }: Filter) => {
      const belonging = BELONGING[dimension]
      return belonging.to === 'action' ? belonging.value : ''
    }
    const sessionsWhere = (conditions: readonly string[]) =>
      `(SELECT session_id FROM analytics.${TABLE_OF[kind]} WHERE ${[this.inRange(kind), ...conditions].join(' AND ')})`
    const wanted = filters.filter(({ operator }) => operator !== 'is_not')
    const excluded = filters.filter(({ operator }) => operator === 'is_not')
    return [
      ...(wanted.length === 0
        ? []
        : [`session_id IN ${sessionsWhere(wanted.map((filter) => this.#holds(valueOf(filter), filter)))}`]),
      ...excluded.map(
        (filter) =>
          `session_id NOT IN ${sessionsWhere([this.#holds(valueOf(filter), { ...filter, operator: 'is' })])}`,
      ),
    ]
  }

  #visitFilters(): string[] {
    const filters = this.#filters.flatMap((filter) => {
      const belonging = BELONGING[filter.dimension]
      return belonging.to === 'visit' ? [{ filter, belonging }] : []
    })
    if (filters.length === 0) return []
    const values = filters.map(({ belonging }, i) => `${valueOfVisit(belonging)} AS value_${i}`)
    const conditions = filters.map(({ filter }, i) => this.#holds(`value_${i}`, filter))
    return [
      `session_id IN (SELECT session_id FROM (SELECT session_id, ${values.join(', ')} FROM analytics.page_views
        WHERE ${this.inRange('views')} GROUP BY session_id) WHERE ${conditions.join(' AND ')})`,
    ]
  }

  #holds(value: string, { operator, values }: Filter): string {
    const list = this.params.bind(values, 'Array(String)')
    switch (operator) {
      case 'is':
        return `${value} IN ${list}`
      case 'is_not':
        return `${value} NOT IN ${list}`
      case 'contains':
        return `arrayExists(part -> positionCaseInsensitiveUTF8(${value}, part) > 0, ${list})`
    }
  }
}

function kindOf(dimension: Dimension): EventKind | undefined {
  const belonging = BELONGING[dimension]
  return belonging.to === 'action' ? belonging.kind : undefined
}

/** By the earliest or the latest view of a session; the event id breaks ties. */
function valueOfVisit({ column, view }: { column: string; view: 'first' | 'last' }): string {
  return `${view === 'first' ? 'argMin' : 'argMax'}(toString(${column}), (created_at, event_id))`
}
