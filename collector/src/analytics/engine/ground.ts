import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Filter, Question } from '@half-measure/shared/stats/engine/question.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { BELONGING, type EventKind, TABLE_OF, timeOf } from './event-kinds.ts'
import { Params } from './params.ts'
import { RAW, type Source } from './choose-source.ts'
import { type Pieces, Span, msOf } from './span.ts'
import { visitFacts } from './visit-facts.ts'

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
  /** What visits are told apart by: the id of the session, or where rolled-up visits are read, its hash. */
  readonly visitor: 'session_id' | 'cityHash64(session_id)'
  readonly span: Span
  /** Of so many visits one is looked at; of 1, all of them. */
  readonly oneIn: number
  readonly #filters: readonly Filter[]
  readonly #articles: readonly ListedArticle[]
  readonly #lists = new Map<string, string>()

  constructor(
    question: Question,
    split: Split,
    articles: readonly ListedArticle[],
    { useVisits, oneIn, closed }: Pick<Source, 'useVisits' | 'oneIn' | 'closed'> = RAW,
  ) {
    this.#filters = question.filters
    this.#articles = articles
    this.split = split
    this.span = new Span(question, this.params, useVisits, closed)
    this.visitor = useVisits ? 'cityHash64(session_id)' : 'session_id'
    this.oneIn = oneIn
  }

  /**
   * The kept events of a kind, each with the key of the row that it counts in: a SELECT of `key`, `visit` and the
   * columns named. An event that counts in several rows is there several times.
   *
   * @param heedless of this kind of action: filters on it choose no visits, and a split by it is none.
   */
  kept(kind: EventKind, columns: readonly string[] = [], heedless?: EventKind): string {
    const where = this.#whereOf(kind, heedless)
    const list = [`${this.visitor} AS visit`, ...columns]
    const key = heedless !== undefined && this.isSplitBy(heedless) ? "''" : this.#ownKey(kind)
    if (key !== undefined) {
      return `SELECT ${key} AS key, ${list.join(', ')} FROM analytics.${TABLE_OF[kind]} WHERE ${where}`
    }
    const outer = ['visit', ...columns].map((column) => `events.${column} AS ${column}`)
    return `SELECT keys.key AS key, ${outer.join(', ')}
      FROM (SELECT ${list.join(', ')} FROM analytics.${TABLE_OF[kind]} WHERE ${where}) AS events
      INNER JOIN (${this.#keysOfVisits()}) AS keys ON keys.visit = events.visit`
  }

  /**
   * Views of pages with their keys, where nothing but pages and hours is asked about: rolled-up hours, and raw rows where
   * the range cuts them. A SELECT of `key`, `views`, and `sessions` as a state to merge.
   */
  viewsOfPages({ hours, rest }: Pieces = this.span.pieces): string {
    const key = (time: string, ms: string) => {
      if (this.split.by === 'nothing') return "''"
      if (this.split.by === 'time') return this.span.bucketOf(ms)
      return this.#momentOf(this.split.dimension, 'views', time)
    }
    const rolled = `SELECT ${key('hour', msOf('hour'))} AS key, sum(views) AS views,
        uniqCombined64MergeState(sessions) AS sessions
      FROM analytics.page_views_1h WHERE ${[hours ?? '0', ...this.#moments('views', 'hour')].join(' AND ')} GROUP BY key`
    const raw = `SELECT ${key('created_at', 'toUnixTimestamp64Milli(created_at)')} AS key, count() AS views,
        uniqCombined64State(session_id) AS sessions
      FROM analytics.page_views WHERE ${[rest ?? '0', ...this.#moments('views')].join(' AND ')} GROUP BY key`
    return rest === undefined ? rolled : `${rolled} UNION ALL ${raw}`
  }

  /** The visits of which an event of the kind is kept, whatever the split: a SELECT of `visit`. */
  keptVisits(kind: EventKind): string {
    return `SELECT ${this.visitor} AS visit FROM analytics.${TABLE_OF[kind]} WHERE ${this.#whereOf(kind, undefined)}`
  }

  /** The visits that are kept, each with the keys of the rows it counts in. */
  visits(heedless?: EventKind): string {
    return `SELECT DISTINCT key, visit FROM (${this.kept('views', [], heedless)})`
  }

  /** The condition on `visit` that chooses the ones that are looked at; undefined where all are. */
  get shareOfVisits(): string | undefined {
    if (this.oneIn === 1) return undefined
    return `visit < ${this.params.bind((2n ** 64n / BigInt(this.oneIn)).toString(), 'UInt64')}`
  }

  /** Everything that the question filters and splits by. */
  get dimensions(): Dimension[] {
    const dimensions = this.#filters.map(({ dimension }) => dimension)
    return this.split.by === 'value' ? [...dimensions, this.split.dimension] : dimensions
  }

  /** Whether the split is by actions of this kind. */
  isSplitBy(kind: EventKind): boolean {
    return this.split.by === 'value' && kindOf(this.split.dimension) === kind
  }

  /** The value of a moment, where an event of the kind has one. */
  #momentOf(dimension: Dimension, kind: EventKind, time: string = timeOf(kind)): string | undefined {
    if (kind === 'assignments') return undefined
    switch (dimension) {
      case 'page':
        return 'page_path'
      case 'category':
      case 'author':
        return this.#ofArticle(dimension)
      case 'hour_of_week':
        return this.span.hourOfWeek(time)
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
        return this.span.bucketOf(`toUnixTimestamp64Milli(${timeOf(kind)})`)
      case 'value': {
        const { dimension } = this.split
        const belonging = BELONGING[dimension]
        if (belonging.to === 'action') return belonging.kind === kind ? belonging.value : undefined
        return belonging.to === 'moment' ? this.#momentOf(dimension, kind) : undefined
      }
    }
  }

  /** The keys of a visit, for events that do not carry them. */
  #keysOfVisits(): string {
    if (this.split.by !== 'value') throw new Error('every event carries this key itself')
    const { dimension } = this.split
    const belonging = BELONGING[dimension]
    switch (belonging.to) {
      case 'visit':
        return `SELECT visit, value_${dimension} AS key FROM (${visitFacts(this, { values: [dimension] })})`
      case 'action':
        return `SELECT DISTINCT ${this.visitor} AS visit, ${belonging.value} AS key
          FROM analytics.${TABLE_OF[belonging.kind]}
          WHERE ${[this.span.holds(belonging.kind), ...this.#actions(belonging.kind)].join(' AND ')}`
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
      this.span.holds(kind),
      ...this.#moments(kind),
      ...this.#actions(kind),
      ...(this.visitFilters.conditions.length > 0 ? [this.amongVisits(this.visitor)] : []),
      ...others.flatMap((other) => this.#whoDid(other)),
    ].join(' AND ')
  }

  #moments(kind: EventKind, time?: string): string[] {
    return this.#filters.flatMap((filter) => {
      const value = this.#momentOf(filter.dimension, kind, time)
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
      `(SELECT ${this.visitor} FROM analytics.${TABLE_OF[kind]} WHERE ${[this.span.holds(kind), ...conditions].join(' AND ')})`
    const wanted = filters.filter(({ operator }) => operator !== 'is_not')
    const excluded = filters.filter(({ operator }) => operator === 'is_not')
    return [
      ...(wanted.length === 0
        ? []
        : [
            `${this.visitor} IN ${sessionsWhere(wanted.map((filter) => this.#holds(valueOf(filter), filter)))}`,
          ]),
      ...excluded.map(
        (filter) =>
          `${this.visitor} NOT IN ${sessionsWhere([this.#holds(valueOf(filter), { ...filter, operator: 'is' })])}`,
      ),
    ]
  }

  /** That a visit is one of those that filters on whole visits keep. */
  amongVisits(visit: string): string {
    const { dimensions, conditions } = this.visitFilters
    return `${visit} IN (SELECT visit FROM (${visitFacts(this, { values: dimensions })})
      WHERE ${conditions.join(' AND ')})`
  }

  /** Filters on whole visits: the values they are about, and conditions on `value_<dimension>`. */
  get visitFilters(): { dimensions: Dimension[]; conditions: string[] } {
    const filters = this.#filters.filter(({ dimension }) => BELONGING[dimension].to === 'visit')
    return {
      dimensions: [...new Set(filters.map(({ dimension }) => dimension))],
      conditions: filters.map((filter) => this.#holds(`value_${filter.dimension}`, filter)),
    }
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
