import type { Experiment } from '@half-measure/shared/domain/experiments.ts'
import type { ExperimentGoal } from '@half-measure/shared/stats/experiments-plan.ts'

export interface Exposed {
  readonly test: string
  readonly session: string
  readonly bot: boolean
  readonly at: number
  readonly variant: string
}

export interface Converted {
  readonly session: string
  readonly bot: boolean
  readonly at: number
  readonly type: string
  readonly pounds: number
  readonly currency: string
}

interface ExperimentQuery {
  readonly experiment: Experiment
  readonly goal: ExperimentGoal
  readonly until: number
}

interface Exposure {
  readonly day: string
  readonly variant: string
  readonly switched: boolean
  readonly isConverted: boolean
  readonly pounds: number
}

const london = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** The counts of a test, worked out from lists in memory, with days from the platform's calendar. */
export class ExperimentOracle {
  readonly bots: number
  readonly cap: number | null
  readonly #exposures: Exposure[] = []
  readonly #query: ExperimentQuery

  constructor(exposed: readonly Exposed[], converted: readonly Converted[], query: ExperimentQuery) {
    this.#query = query
    const { experiment, goal, until } = query
    const seen = exposed.filter(({ test, at }) => test === experiment.name && at < until)
    this.bots = new Set(seen.filter(({ bot }) => bot).map(({ session }) => session)).size
    const sessions = Map.groupBy(
      seen.filter(({ bot }) => !bot),
      ({ session }) => session,
    )
    const start = Math.min(...[...sessions.values()].flat().map(({ at }) => at))
    const bySession = Map.groupBy(converted, ({ session }) => session)
    this.cap = goal === 'value' ? capOf(converted, startOfDay(london.format(start))) : null
    for (const [session, shown] of sessions) {
      const [first] = shown.toSorted((a, b) => a.at - b.at)
      if (!first) continue
      const day = london.format(first.at)
      const counted = (bySession.get(session) ?? []).filter(
        ({ at, type, pounds, currency }) =>
          at >= first.at &&
          at < Math.min(finalAt(day), until) &&
          (goal === 'value'
            ? isGoal(type) && currency === 'GBP' && pounds > 0
            : goal === 'any_goal'
              ? isGoal(type)
              : type === goal),
      )
      this.#exposures.push({
        day,
        variant: first.variant,
        switched: new Set(shown.map(({ variant }) => variant)).size > 1,
        isConverted: counted.length > 0,
        pounds: counted.reduce((sum, { pounds }) => sum + Math.round(pounds * 100), 0) / 100,
      })
    }
  }

  get completeDays(): string[] {
    const days: string[] = []
    const first = this.#exposures.map(({ day }) => day).toSorted()[0]
    for (let day = first; day !== undefined && finalAt(day) <= this.#query.until; day = dayAfter(day))
      days.push(day)
    return days
  }

  /** From the first day to the end of this one. */
  upTo(last: string, name: string) {
    const exposures = this.#exposures.filter(({ day, variant }) => day <= last && variant === name)
    const converters = exposures.filter(({ isConverted }) => isConverted).length
    const worth = exposures.reduce((sum, { pounds }) => sum + Math.min(pounds, this.cap ?? Infinity), 0)
    return {
      exposures: exposures.length,
      converters,
      rate: (this.#query.goal === 'value' ? worth : converters) / exposures.length,
    }
  }

  open(name: string): { exposures: number; converters: number } {
    const last = this.completeDays.at(-1) ?? ''
    const exposures = this.#exposures.filter(({ day, variant }) => day > last && variant === name)
    return {
      exposures: exposures.length,
      converters: exposures.filter(({ isConverted }) => isConverted).length,
    }
  }

  get switchers(): number {
    return this.#complete.filter(({ switched }) => switched).length
  }

  get capped(): number {
    return this.#complete.filter(({ pounds }) => this.cap !== null && pounds > this.cap).length
  }

  get #complete(): Exposure[] {
    const last = this.completeDays.at(-1) ?? ''
    return this.#exposures.filter(({ day }) => day <= last)
  }
}

/** By default. */
function isGoal(type: string): boolean {
  return type !== 'review_view'
}

function capOf(converted: readonly Converted[], start: number): number | null {
  const earlier = converted.filter(
    ({ at, bot, type, pounds, currency }) =>
      !bot && isGoal(type) && pounds > 0 && currency === 'GBP' && at < start && at >= start - 28 * 86_400_000,
  )
  const sums = [...Map.groupBy(earlier, ({ session }) => session).values()]
    .map((list) => list.reduce((sum, { pounds }) => sum + pounds, 0))
    .sort((a, b) => a - b)
  return sums.length < 100 ? null : (sums[Math.ceil(0.99 * sums.length) - 1] ?? null)
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** Midnight in London: in October 2026 an hour before that of Greenwich, until the 25th. */
function startOfDay(day: string): number {
  const greenwich = Date.parse(`${day}T00:00:00Z`)
  return day <= '2026-10-25' ? greenwich - 3_600_000 : greenwich
}

/** Six hours into the day after. */
function finalAt(day: string): number {
  return startOfDay(dayAfter(day)) + 6 * 3_600_000
}
