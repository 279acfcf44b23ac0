import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Happening } from '../happenings.ts'
import type { KeptBy } from './kept-by.ts'

type Kind = Happening['kind']
type Of<K extends Kind> = Extract<Happening, { kind: K }>

/** Every metric; null where there is nothing to divide by. */
export type AllFigures = Readonly<Record<Metric, number | null>>

/** Adds sessions up to the figures of all metrics. */
export class SessionSums {
  readonly #keptBy: KeptBy
  #views = 0
  #visits = 0
  #bounces = 0
  #clicks = 0
  #conversions = 0
  /** Milliseconds of whole visits, and of reading in them. */
  #duration = 0
  #active = 0
  /** Pounds. */
  #revenue = 0
  /** Of the conversion rate: its visits, and those among them that converted. */
  #rateVisits = 0
  #converted = 0
  /** One for each page that a visit read, in percent. */
  readonly #depths: number[] = []

  constructor(keptBy: KeptBy) {
    this.#keptBy = keptBy
  }

  /** @param counted the part of the session that is counted; whether it is kept is decided by all of it. */
  add(session: readonly Happening[], counted: readonly Happening[]): void {
    const kept = <K extends Kind>(kind: K): Of<K>[] =>
      counted.filter(
        (happening): happening is Of<K> =>
          happening.kind === kind && this.#keptBy.event(happening) && this.#keptBy.session(session, kind),
      )
    const [views, conversions, engagement] = [kept('views'), kept('conversions'), kept('engagement')]
    this.#clicks += kept('clicks').length
    this.#conversions += conversions.length
    for (const { value, currency } of conversions) if (currency === 'GBP') this.#revenue += value
    for (const reports of Map.groupBy(engagement, ({ path }) => path).values())
      this.#depths.push(Math.max(...reports.map(({ depth }) => depth)))
    const isVisitOfRate =
      counted.some((happening) => happening.kind === 'views' && this.#keptBy.event(happening)) &&
      this.#keptBy.session(session, 'views', 'conversions')
    if (isVisitOfRate) {
      this.#rateVisits++
      if (conversions.length > 0) this.#converted++
    }
    if (views.length === 0) return
    this.#views += views.length
    this.#visits++
    for (const { activeMs } of engagement) this.#active += activeMs
    const whole = counted.filter(({ kind }) => kind !== 'assignments')
    this.#duration += (whole.at(-1)?.at ?? 0) - (whole[0]?.at ?? 0)
    if (isBounce(whole)) this.#bounces++
  }

  get figures(): AllFigures {
    const per = (sum: number, of: number) => (of === 0 ? null : sum / of)
    const depth = this.#depths.reduce((sum, one) => sum + one, 0)
    return {
      page_views: this.#views,
      sessions: this.#visits,
      views_per_visit: per(this.#views, this.#visits),
      visit_duration: per(this.#duration / 1_000, this.#visits),
      bounce_rate: per(100 * this.#bounces, this.#visits),
      engaged_time: per(this.#active / 1_000, this.#visits),
      scroll_depth: per(depth, this.#depths.length),
      clicks: this.#clicks,
      conversions: this.#conversions,
      conversion_rate: per(100 * this.#converted, this.#rateVisits),
      revenue: this.#revenue,
    }
  }
}

function isBounce(whole: readonly Happening[]): boolean {
  const active = whole.reduce(
    (sum, happening) => sum + (happening.kind === 'engagement' ? happening.activeMs : 0),
    0,
  )
  return (
    whole.filter(({ kind }) => kind === 'views').length === 1 &&
    !whole.some(({ kind }) => kind === 'clicks' || kind === 'conversions') &&
    active < 10_000
  )
}
