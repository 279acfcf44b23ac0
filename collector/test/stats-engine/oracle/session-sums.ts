import type { Goals } from '@half-measure/shared/stats/goals.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { AnyEvent } from '../random-events.ts'
import { actionsOf, type Moment } from './dimension-values.ts'
import { goalsReached } from './goals-reached.ts'
import type { FilterOracle } from './filter-oracle.ts'
import type { Session } from './sessions.ts'

type Of<K extends AnyEvent['kind']> = Extract<AnyEvent, { kind: K }>

/** Every metric; null where there is nothing to divide by. */
export type AllFigures = Readonly<Record<Metric, number | null>>

/** Adds sessions up to the figures of all metrics. */
export class SessionSums {
  readonly #keptBy: FilterOracle
  readonly #isIn: (at: number) => boolean
  readonly #goals: Goals
  #views = 0
  #clicks = 0
  #goalsReached = 0
  /** Pounds. */
  #value = 0
  /** Milliseconds, of each session. */
  readonly #durations: number[] = []
  #bounces = 0
  /** Milliseconds of reading, of each session. */
  readonly #active: number[] = []
  /** Of the conversion rate: its sessions, and those among them with a goal. */
  #rateSessions = 0
  #converted = 0
  /** Sessions that opened an article, and those among them that read one past each depth. */
  #articleSessions = 0
  readonly #past = new Map<number, number>()
  /** One for each page that a session read, in percent. */
  readonly #depths: number[] = []
  /** Sessions that read any. */
  #readingSessions = 0

  /** @param isIn whether a moment lies in the range. */
  constructor(keptBy: FilterOracle, goals: Goals, isIn: (at: number) => boolean) {
    this.#keptBy = keptBy
    this.#goals = goals
    this.#isIn = isIn
  }

  add(session: Session): void {
    const { events } = session
    const kept = events.filter((event) => this.#keptBy.event(event, session))
    for (const event of kept.filter(({ at }) => this.#isIn(at))) {
      if (event.kind === 'views') this.#views++
      if (event.kind === 'clicks') this.#clicks++
    }
    const goals = goalsReached(session, this.#goals).filter((goal) => this.#keptBy.goal(goal, session))
    for (const { conversion } of goals.filter(({ at }) => this.#isIn(at))) {
      this.#goalsReached++
      if (conversion?.currency === 'GBP') this.#value += conversion.value
    }
    if (!this.#isIn(session.startedAt)) return
    if (this.#keptBy.session(session, 'conversions')) {
      this.#rateSessions++
      if (goals.length > 0) this.#converted++
    }
    if (!this.#keptBy.session(session)) return
    this.#durations.push(session.endedAt - session.startedAt)
    if (this.#isBounce(session)) this.#bounces++
    this.#addReadThrough(session)
    let active = 0
    const depthsBefore = this.#depths.length
    const reports = events.filter((event): event is Of<'engagement'> => event.kind === 'engagement')
    for (const [path, ofPage] of Map.groupBy(reports, (report) => report.path)) {
      // What was read of a page lies where it was first reported.
      if (!this.#keptBy.moment({ path, at: ofPage[0]?.at ?? 0 })) continue
      active += ofPage.reduce((sum, { activeMs }) => sum + activeMs, 0)
      this.#depths.push(Math.max(...ofPage.map(({ depth }) => depth)))
    }
    this.#active.push(active)
    if (this.#depths.length > depthsBefore) this.#readingSessions++
  }

  #addReadThrough(session: Session): void {
    const isKept = (moment: Moment) => this.#keptBy.moment(moment) && this.#keptBy.isArticle(moment.path)
    if (!session.views.some(isKept)) return
    this.#articleSessions++
    const depths = actionsOf(session, 'engagement').flatMap((read) =>
      read.kind === 'engagement' && isKept(read) ? read.depth : [],
    )
    for (const mark of [25, 50, 75, 100])
      if (depths.some((depth) => depth >= mark)) this.#past.set(mark, (this.#past.get(mark) ?? 0) + 1)
  }

  get figures(): AllFigures {
    const sessions = this.#durations.length
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
    const per = (amount: number, of: number) => (of === 0 ? null : amount / of)
    return {
      page_views: this.#views,
      sessions,
      views_per_session: per(this.#views, sessions),
      session_duration: per(sum(this.#durations) / 1_000, sessions),
      median_duration: sessions === 0 ? null : median(this.#durations) / 1_000,
      bounce_rate: per(100 * this.#bounces, sessions),
      engaged_time: per(sum(this.#active) / 1_000, sessions),
      median_engaged_time: sessions === 0 ? null : median(this.#active) / 1_000,
      scroll_depth: per(sum(this.#depths), this.#depths.length),
      read_25: per(100 * (this.#past.get(25) ?? 0), this.#articleSessions),
      read_50: per(100 * (this.#past.get(50) ?? 0), this.#articleSessions),
      read_75: per(100 * (this.#past.get(75) ?? 0), this.#articleSessions),
      read_100: per(100 * (this.#past.get(100) ?? 0), this.#articleSessions),
      clicks: this.#clicks,
      goals: this.#goalsReached,
      conversion_rate: per(100 * this.#converted, this.#rateSessions),
      revenue: this.#value,
    }
  }

  /** How many sessions a metric is a mean or a share of; infinite for counts and sums. */
  sessionsOf(metric: Metric): number {
    switch (metric) {
      case 'scroll_depth':
        return this.#readingSessions
      case 'read_25':
      case 'read_50':
      case 'read_75':
      case 'read_100':
        return this.#articleSessions
      case 'conversion_rate':
        return this.#rateSessions
      case 'page_views':
      case 'sessions':
      case 'clicks':
      case 'goals':
      case 'revenue':
        return Number.POSITIVE_INFINITY
      default:
        return this.#durations.length
    }
  }

  /** Whether a row is there for the sake of a metric: something that it is made of is more than nothing. */
  isThere(metric: Metric, isOfGoals: boolean): boolean {
    switch (metric) {
      case 'page_views':
        return this.#views > 0
      case 'views_per_session':
        return this.#views > 0 || this.#durations.length > 0
      case 'clicks':
        return this.#clicks > 0
      case 'goals':
      case 'revenue':
        return this.#goalsReached > 0
      case 'scroll_depth':
        return this.#depths.length > 0 && Math.max(...this.#depths) >= 0
      case 'read_25':
      case 'read_50':
      case 'read_75':
      case 'read_100':
        return this.#articleSessions > 0
      case 'conversion_rate':
        return this.#converted > 0 || (!isOfGoals && this.#rateSessions > 0)
      default:
        return this.#durations.length > 0
    }
  }

  #isBounce(session: Session): boolean {
    const { events, views } = session
    const active = events.reduce((sum, event) => sum + (event.kind === 'engagement' ? event.activeMs : 0), 0)
    return (
      views.length === 1 &&
      !events.some(({ kind }) => kind === 'clicks') &&
      goalsReached(session, this.#goals).length === 0 &&
      active < 10_000
    )
  }
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}
