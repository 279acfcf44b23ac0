import type { Filter } from '@half-measure/shared/stats/engine/question.ts'
import type { Happening } from '../happenings.ts'
import { ACTIONS, isView, momentOf, type Surroundings, VISIT_VALUES } from './dimension-values.ts'

type Kind = Happening['kind']

const GROUPS = ['clicks', 'conversions', 'assignments'] as const

/** What the filters of a question keep. */
export class KeptBy {
  readonly #filters: readonly Filter[]
  readonly #surroundings: Surroundings

  constructor(filters: readonly Filter[], surroundings: Surroundings) {
    this.#filters = filters
    this.#surroundings = surroundings
  }

  /** Whether an event counts, by its own values: filters on moments, and those on its own kind of action. */
  event(happening: Happening): boolean {
    return this.#filters.every((filter) => {
      const action = ACTIONS[filter.dimension]
      if (action) return action.kind !== happening.kind || holds(filter, action.value(happening))
      const moment = momentOf(filter.dimension, happening, this.#surroundings)
      return moment === undefined || holds(filter, moment)
    })
  }

  /**
   * Whether a session counts for events of a kind: by its visit, and by what it did of other kinds.
   *
   * @param heedless a kind whose filters are left out of it.
   */
  session(session: readonly Happening[], kind: Kind, heedless?: Kind): boolean {
    return this.#visit(session) && this.#actions(session, [kind, heedless])
  }

  #visit(session: readonly Happening[]): boolean {
    const filters = this.#filters.filter(({ dimension }) => VISIT_VALUES[dimension])
    const views = session.filter(isView)
    if (filters.length > 0 && views.length === 0) return false
    return filters.every((filter) => holds(filter, VISIT_VALUES[filter.dimension]?.(views) ?? ''))
  }

  #actions(session: readonly Happening[], except: readonly (Kind | undefined)[]): boolean {
    return GROUPS.filter((group) => !except.includes(group)).every((group) => {
      const filters = this.#filters.filter(({ dimension }) => ACTIONS[dimension]?.kind === group)
      const did = session.filter((happening) => happening.kind === group)
      const has = (some: readonly Filter[]) =>
        did.some((happening) =>
          some.every((filter) => holds(filter, ACTIONS[filter.dimension]?.value(happening) ?? '')),
        )
      const wanted = filters.filter(({ operator }) => operator !== 'is_not')
      const excluded = filters.filter(({ operator }) => operator === 'is_not')
      return (
        (wanted.length === 0 || has(wanted)) &&
        excluded.every((filter) => !has([{ ...filter, operator: 'is' }]))
      )
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
