import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import type { AnyEvent } from '../random-events.ts'
import {
  ACTIONS,
  actionsOf,
  type Moment,
  momentOf,
  SESSION_VALUES,
  type QueryContext,
} from './dimension-values.ts'
import type { GoalReached } from './goals-reached.ts'
import type { Session } from './sessions.ts'

type Kind = AnyEvent['kind']

const GROUPS = ['clicks', 'conversions', 'assignments', 'engagement'] as const

/** What the filters of a query keep. */
export class FilterOracle {
  readonly #filters: readonly Filter[]
  /** Filters on moments. */
  readonly #onMoments: readonly Filter[]
  /** Filters on actions: those that one action of a session has to pass, and those that none may. */
  readonly #onActions: readonly { kind: Kind; wanted: readonly Filter[]; excluded: readonly Filter[] }[]
  readonly #context: QueryContext

  constructor(filters: readonly Filter[], context: QueryContext) {
    this.#filters = filters
    this.#context = context
    this.#onMoments = filters.filter(
      ({ dimension }) => momentOf(dimension, { at: 0, path: '' }, context) !== undefined,
    )
    this.#onActions = GROUPS.flatMap((kind) => {
      const some = filters.filter(({ dimension }) => ACTIONS[dimension]?.kind === kind)
      const wanted = some.filter(({ operator }) => operator !== 'is_not')
      const excluded = some.flatMap((filter) =>
        filter.operator === 'is_not' ? { ...filter, operator: 'is' as const } : [],
      )
      return some.length === 0 ? [] : { kind, wanted, excluded }
    })
  }

  /** Whether a page is one of the magazine's articles. */
  isArticle(path: string): boolean {
    return this.#context.articles.some((article) => article.path === path)
  }

  /** Whether filters on moments keep what happened there and then. */
  moment(moment: Moment): boolean {
    return this.#onMoments.every((filter) =>
      holds(filter, momentOf(filter.dimension, moment, this.#context) ?? ''),
    )
  }

  /** Whether an event counts: by its moment, by what it is, and by the session that it is in. */
  event(event: AnyEvent, session: Session): boolean {
    const isKept = this.#filters.every((filter) => {
      const action = ACTIONS[filter.dimension]
      return action?.kind !== event.kind || holds(filter, action.value(event))
    })
    return (
      isKept &&
      (event.kind === 'assignments' || this.moment(event)) &&
      this.#known(session) &&
      this.#did(session, event.kind)
    )
  }

  /**
   * Whether a goal counts: by its moment and its session, and where filters are about conversions, as the conversion
   * that it is. Those choose which goals count, not which sessions.
   */
  goal(goal: GoalReached, session: Session): boolean {
    const filters = this.#filters.filter(({ dimension }) => ACTIONS[dimension]?.kind === 'conversions')
    const { conversion } = goal
    return (
      filters.every(
        (filter) =>
          conversion !== undefined && holds(filter, ACTIONS[filter.dimension]?.value(conversion) ?? ''),
      ) &&
      this.moment(goal) &&
      this.#known(session) &&
      this.#did(session, 'conversions')
    )
  }

  /**
   * Whether a session counts as one.
   *
   * @param ignoring a kind of action whose filters are left out.
   */
  session(session: Session, ignoring?: Kind): boolean {
    return (
      this.#known(session) &&
      this.#did(session, ignoring) &&
      (this.#onMoments.length === 0 || session.views.some((view) => this.moment(view)))
    )
  }

  #known(session: Session): boolean {
    return this.#filters.every((filter) => {
      const value = SESSION_VALUES[filter.dimension]?.(session)
      return value === undefined || holds(filter, value)
    })
  }

  #did(session: Session, except: Kind | undefined): boolean {
    return this.#onActions.every(({ kind, wanted, excluded }) => {
      if (kind === except) return true
      const did = actionsOf(session, kind)
      const has = (some: readonly Filter[]) =>
        did.some((event) =>
          some.every((filter) => holds(filter, ACTIONS[filter.dimension]?.value(event) ?? '')),
        )
      return (wanted.length === 0 || has(wanted)) && excluded.every((filter) => !has([filter]))
    })
  }
}

function holds({ operator, values }: Filter, value: string): boolean {
  switch (operator) {
    case 'is':
      return values.includes(value)
    case 'is_not':
      return !values.includes(value)
    case 'contains':
      return values.some((part) => value.toLowerCase().includes(part.toLowerCase()))
  }
}
