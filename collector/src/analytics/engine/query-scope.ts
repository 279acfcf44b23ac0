import type { Goals } from '@half-measure/shared/stats/goals.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { DIMENSION_KINDS, type EventList, over } from './dimension-values.ts'
import { type GoalConditions, goalConditions, goalCount, type GoalList, hasGoal } from './goal-conditions.ts'
import type { Params } from './params.ts'

const ACTIONS = ['clicks', 'conversions', 'assignments', 'readings'] as const

export interface QueryScopeOptions {
  readonly filters: readonly Filter[]
  readonly tz: string
  readonly articles: readonly ListedArticle[]
  readonly goals: Goals
}

/**
 * What the filters of a query mean, as conditions on a row of `sessions`. Only this class defines it:
 *
 * - Figures of events (views, clicks, goals, their value) count events by their own time. Figures of sessions (sessions,
 *   duration, bounce, engaged time, depth, conversion rate) count sessions that began in the range, each as a whole.
 * - A filter on a property of the session (entry, exit, traffic source, reader) keeps whole sessions: all of their
 *   events, and no others.
 * - A filter on place or time (page, category, author, hour of the week) keeps single events (views of these pages,
 *   clicks and goals on them, reading of them) and the sessions with such a view. Reading counts at the time of its
 *   first report.
 * - A filter on an action (element, conversion type, product, experiment, variant, depth) keeps matching events of
 *   its own kind and, for everything else, sessions with a matching event on any page. Several filters on one kind
 *   must all hold for one event. `is_not` excludes matching events and, for everything else, sessions with one.
 *   Filters on depth only choose sessions: all of their reading counts.
 * - Filters on conversions choose which goals count, in the conversion rate too: matching conversions, and no goals
 *   of other kinds. They do not change the sessions in the rate's denominator. For goals of any kind, filters on
 *   clicks choose sessions.
 * - Reports about whole sessions (the list of sessions, articles, journeys, funnels) keep sessions that meet
 *   `session`, with all of their events: a filter on place or time keeps sessions with such a view.
 * - A row of a breakdown is the same query with `<dimension> is <value>` added, so sessions that did two things are in
 *   two rows. A bucket of a series is the same query over the time of the bucket.
 */
export class QueryScope {
  readonly #options: QueryScopeOptions
  readonly #params: Params
  readonly #lists = new Map<string, string>()
  readonly #goals: GoalConditions
  #zone: string | undefined

  constructor(options: QueryScopeOptions, params: Params) {
    this.#options = options
    this.#params = params
    this.#goals = goalConditions(options.goals, params)
  }

  /** Conditions on the attributes of a session, whatever is counted. */
  get attributes(): string[] {
    return this.#options.filters.flatMap((filter) => {
      const kind = DIMENSION_KINDS[filter.dimension]
      return kind.of === 'session' ? [this.#holds(kind.column, filter)] : []
    })
  }

  /** Conditions that keep a session in reports about whole sessions. */
  get session(): string[] {
    const views = this.placeAndTime('views')
    return [
      ...this.attributes,
      ...this.actions(),
      ...(views.length > 0 ? [over('views', 'arrayExists', views.join(' AND '))] : []),
    ]
  }

  /**
   * Conditions that a session has the actions that filters name, and none that they exclude.
   *
   * @param ignoring list of actions whose filters choose no sessions.
   */
  actions(ignoring?: EventList): string[] {
    return ACTIONS.filter((list) => list !== ignoring).flatMap((list) => {
      const included = this.includedActions(list)
      const excluded = this.#filtersOn(list).filter(({ operator }) => operator === 'is_not')
      return [
        ...(included.length > 0 ? [over(list, 'arrayExists', included.join(' AND '))] : []),
        ...excluded.map((filter) => {
          const value = valueOf(filter.dimension)
          return `NOT ${over(list, 'arrayExists', this.#holds(value, { ...filter, operator: 'is' }))}`
        }),
      ]
    })
  }

  /** Conditions that an action matches the filters that include it, in the columns of its list. */
  includedActions(list: EventList): string[] {
    return this.#filtersOn(list).flatMap((filter) =>
      filter.operator === 'is_not' ? [] : [this.#holds(valueOf(filter.dimension), filter)],
    )
  }

  /** Conditions that keep an event of a list, in the columns of the list. */
  event(list: EventList): string[] {
    return [
      ...this.placeAndTime(list),
      ...this.#filtersOn(list).map((filter) => this.#holds(valueOf(filter.dimension), filter)),
    ]
  }

  /** The goals that count: by list, the conditions that an event is one of them. */
  get goals(): readonly { readonly list: GoalList; readonly conditions: readonly string[] }[] {
    const isAboutConversions = this.#filtersOn('conversions').length > 0
    return [...this.#goals].flatMap(([list, isGoal]) => {
      if (list === 'conversions') return { list, conditions: [...this.event(list), isGoal] }
      return isAboutConversions ? [] : { list, conditions: [...this.placeAndTime(list), isGoal] }
    })
  }

  /** The conditions of `event` on where and when it happened. */
  placeAndTime(list: EventList): string[] {
    if (list === 'assignments') return []
    return this.#options.filters.flatMap((filter) => {
      const value = this.eventValue(filter.dimension)
      return value === undefined ? [] : [this.#holds(value, filter)]
    })
  }

  /** SQL for an event's own value of a dimension; undefined for dimensions of sessions and actions. */
  eventValue(dimension: Dimension): string | undefined {
    switch (dimension) {
      case 'page':
        return 'page'
      case 'category':
      case 'author':
        return `transform(page, ${this.#list('path')}, ${this.#list(dimension)}, '')`
      case 'hour_of_week': {
        this.#zone ??= this.#params.bind(this.#options.tz, 'String')
        const time = 'addMilliseconds(started_at, at)'
        const [day, hour] = [`toDayOfWeek(${time}, 0, ${this.#zone})`, `toHour(${time}, ${this.#zone})`]
        return `concat(toString(${day}), '-', leftPad(toString(${hour}), 2, '0'))`
      }
      default:
        return undefined
    }
  }

  /** The condition that a page is one of the magazine's articles. */
  get isArticle(): string {
    return `page IN ${this.#list('path')}`
  }

  /** The condition that a session has a goal, regardless of filters. */
  get hasGoal(): string {
    return hasGoal(this.#goals)
  }

  /** SQL for the number of goals that a session reached, regardless of filters. */
  get goalCount(): string {
    return goalCount(this.#goals)
  }

  #filtersOn(list: EventList): Filter[] {
    return this.#options.filters.filter(({ dimension }) => {
      const kind = DIMENSION_KINDS[dimension]
      return kind.of === 'action' && kind.list === list
    })
  }

  /** An attribute of all published articles, bound as an array. */
  #list(attribute: 'path' | 'category' | 'author'): string {
    const known = this.#lists.get(attribute)
    if (known !== undefined) return known
    const bound = this.#params.bind(
      this.#options.articles.map((article) => article[attribute]),
      'Array(String)',
    )
    this.#lists.set(attribute, bound)
    return bound
  }

  #holds(value: string, { operator, values }: Filter): string {
    const list = this.#params.bind(values, 'Array(String)')
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

/** SQL for the value of an action. */
function valueOf(dimension: Dimension): string {
  const kind = DIMENSION_KINDS[dimension]
  if (kind.of !== 'action') throw new Error(`${dimension} is not a dimension of actions`)
  return kind.value
}
