import type { Figures } from '@half-measure/shared/stats/engine/answer.ts'
import type { Dimension } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { Metric } from '@half-measure/shared/stats/engine/metrics.ts'
import type { Bucket, Filter, Question } from '@half-measure/shared/stats/engine/question.ts'
import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import type { Click, Conversion, Engagement, Happening, View } from './happenings.ts'

type Kind = Happening['kind']
type Of<K extends Kind> = Extract<Happening, { kind: K }>

const VISIT_VALUES: Partial<Record<Dimension, (views: readonly View[]) => string | undefined>> = {
  entry: (views) => views[0]?.path,
  exit: (views) => views.at(-1)?.path,
  channel: (views) => views[0]?.channel,
  source: (views) => views[0]?.source,
  referrer: (views) => views[0]?.referrer,
  utm_source: (views) => views[0]?.utm.source,
  utm_medium: (views) => views[0]?.utm.medium,
  utm_campaign: (views) => views[0]?.utm.campaign,
  utm_term: (views) => views[0]?.utm.term,
  utm_content: (views) => views[0]?.utm.content,
  country: (views) => views[0]?.country,
  language: (views) => views[0]?.language,
  device: (views) => views[0]?.device,
  browser: (views) => views[0]?.browser,
  os: (views) => views[0]?.os,
  screen: (views) => views[0]?.screen,
}

const ACTIONS: Partial<Record<Dimension, { kind: Kind; value: (happening: Happening) => string }>> = {
  element: {
    kind: 'clicks',
    value: (h) => (h.kind !== 'clicks' ? '' : h.elementId === '' ? h.type : `${h.type}:${h.elementId}`),
  },
  event_type: { kind: 'conversions', value: (h) => (h.kind === 'conversions' ? h.type : '') },
  product: { kind: 'conversions', value: (h) => (h.kind === 'conversions' ? h.product : '') },
  experiment: { kind: 'assignments', value: (h) => (h.kind === 'assignments' ? h.test : '') },
  variant: { kind: 'assignments', value: (h) => (h.kind === 'assignments' ? h.variant : '') },
}

const GROUPS = ['clicks', 'conversions', 'assignments'] as const

/** One row: how many things were counted, and the figures. */
interface Counted {
  readonly things: number
  readonly figures: Record<Metric, number | null>
}

/**
 * Answers questions from a list in memory, session by session, from what the metrics and dimensions are said to mean.
 * It shares nothing with the planner.
 */
export class QuestionOracle {
  readonly #range: Question['range']
  readonly #filters: readonly Filter[]
  readonly #articles: readonly ListedArticle[]
  readonly #sessions: ReadonlyMap<string, readonly Happening[]>
  readonly #everything: readonly Happening[]

  constructor(
    happenings: readonly Happening[],
    { range, filters }: Pick<Question, 'range' | 'filters'>,
    articles: readonly ListedArticle[],
  ) {
    const [from, to] = [Date.parse(range.from), Date.parse(range.to)]
    this.#everything = happenings
    this.#range = range
    this.#filters = filters
    this.#articles = articles
    const seen = happenings
      .filter(({ at, bot }) => at >= from && at < to && (range.bots === 'include' || !bot))
      .sort((one, other) => one.at - other.at)
    this.#sessions = Map.groupBy(seen, ({ session }) => session)
  }

  totals(metrics: readonly Metric[]): Figures {
    return only(metrics, this.#count(undefined).figures)
  }

  /** Figures by value. A value is there if anything that these metrics count has it. */
  breakdown(dimension: Dimension, metrics: readonly Metric[]): Map<string, Figures> {
    const rows = new Map<string, Figures>()
    for (const value of this.#valuesOf(dimension)) {
      const added: Filter = { operator: 'is', dimension, values: [value] }
      const oracle = new QuestionOracle(
        this.#everything,
        { range: this.#range, filters: [...this.#filters, added] },
        this.#articles,
      )
      const { figures } = oracle.#count(undefined)
      if (oracle.#isThere(metrics, ACTIONS[dimension]?.kind === 'conversions'))
        rows.set(value, only(metrics, figures))
    }
    return rows
  }

  /** Figures by the start of the bucket, in milliseconds; those without any event are left out. */
  series(interval: Bucket, metrics: readonly Metric[]): Map<number, Figures> {
    const starts = new Set(
      [...this.#sessions.values()].flat().map(({ at }) => startOf(at, interval, this.#range.tz)),
    )
    return new Map(
      [...starts].map((start) => [
        start,
        only(metrics, this.#count((at) => startOf(at, interval, this.#range.tz) === start).figures),
      ]),
    )
  }

  #isThere(metrics: readonly Metric[], isOfConversions: boolean): boolean {
    const { figures } = this.#count(undefined)
    const visits = figures.sessions ?? 0
    return metrics.some((metric) => {
      switch (metric) {
        case 'clicks':
          return (figures.clicks ?? 0) > 0
        case 'conversions':
        case 'revenue':
          return (figures.conversions ?? 0) > 0
        case 'scroll_depth':
          return figures.scroll_depth !== null
        case 'conversion_rate':
          return isOfConversions ? (figures.conversion_rate ?? 0) > 0 : figures.conversion_rate !== null
        default:
          return visits > 0
      }
    })
  }

  /** @param isInBucket cuts what is counted, and not who is kept. */
  #count(isInBucket: ((at: number) => boolean) | undefined): Counted {
    const counted = { views: 0, visits: 0, duration: 0, bounces: 0, active: 0, clicks: 0, conversions: 0 }
    let [revenue, rateVisits, converted] = [0, 0, 0]
    const depths: number[] = []
    for (const all of this.#sessions.values()) {
      const cut = isInBucket ? all.filter(({ at }) => isInBucket(at)) : all
      const kept = <K extends Kind>(kind: K): Of<K>[] =>
        cut.filter(
          (happening): happening is Of<K> =>
            happening.kind === kind && this.#isKept(happening) && this.#isOfKept(all, kind),
        )
      const views = kept('views')
      const conversions: Conversion[] = kept('conversions')
      const clicks: Click[] = kept('clicks')
      const engagement: Engagement[] = kept('engagement')
      counted.clicks += clicks.length
      counted.conversions += conversions.length
      for (const { value, currency } of conversions) if (currency === 'GBP') revenue += value
      for (const reports of Map.groupBy(engagement, ({ path }) => path).values())
        depths.push(Math.max(...reports.map(({ depth }) => depth)))
      const isVisitOfRate =
        cut.some((happening) => happening.kind === 'views' && this.#isKept(happening)) &&
        this.#isOfKept(all, 'views', 'conversions')
      if (isVisitOfRate) {
        rateVisits++
        if (conversions.length > 0) converted++
      }
      if (views.length === 0) continue
      counted.views += views.length
      counted.visits++
      for (const { activeMs } of engagement) counted.active += activeMs
      const whole = cut.filter(({ kind }) => kind !== 'assignments')
      counted.duration += (whole.at(-1)?.at ?? 0) - (whole[0]?.at ?? 0)
      if (isBounce(whole)) counted.bounces++
    }
    const per = (sum: number, of: number) => (of === 0 ? null : sum / of)
    const { views, visits } = counted
    return {
      things: visits,
      figures: {
        page_views: views,
        sessions: visits,
        views_per_visit: per(views, visits),
        visit_duration: per(counted.duration / 1_000, visits),
        bounce_rate: per(100 * counted.bounces, visits),
        engaged_time: per(counted.active / 1_000, visits),
        scroll_depth: per(
          depths.reduce((sum, depth) => sum + depth, 0),
          depths.length,
        ),
        clicks: counted.clicks,
        conversions: counted.conversions,
        conversion_rate: per(100 * converted, rateVisits),
        revenue,
      },
    }
  }

  /** By its own filters: those on moments, and those on its own kind of action. */
  #isKept(happening: Happening): boolean {
    return this.#filters.every((filter) => {
      const action = ACTIONS[filter.dimension]
      if (action) return action.kind !== happening.kind || holds(filter, action.value(happening))
      const moment = this.#momentOf(filter.dimension, happening)
      return moment === undefined || holds(filter, moment)
    })
  }

  /** Whether the session counts for events of a kind: its visit, and what it did of other kinds. */
  #isOfKept(all: readonly Happening[], kind: Kind, heedless?: Kind): boolean {
    const views = all.filter((happening): happening is View => happening.kind === 'views')
    const ofVisit = this.#filters.filter(({ dimension }) => VISIT_VALUES[dimension])
    if (ofVisit.length > 0) {
      if (views.length === 0) return false
      if (!ofVisit.every((filter) => holds(filter, VISIT_VALUES[filter.dimension]?.(views) ?? '')))
        return false
    }
    return GROUPS.every((group) => {
      if (group === kind || group === heedless) return true
      const filters = this.#filters.filter(({ dimension }) => ACTIONS[dimension]?.kind === group)
      const did = all.filter((happening) => happening.kind === group)
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

  #momentOf(dimension: Dimension, happening: Happening): string | undefined {
    if (happening.kind === 'assignments') return undefined
    const found = this.#articles.find(({ path }) => path === happening.path)
    switch (dimension) {
      case 'page':
        return happening.path
      case 'category':
        return found?.category ?? ''
      case 'author':
        return found?.author ?? ''
      case 'hour_of_week': {
        const { dayOfWeek, hour } = zoned(happening.at, this.#range.tz)
        return `${dayOfWeek}-${String(hour).padStart(2, '0')}`
      }
      default:
        return undefined
    }
  }

  #valuesOf(dimension: Dimension): Set<string> {
    const values = new Set<string>()
    for (const all of this.#sessions.values()) {
      const views = all.filter((happening): happening is View => happening.kind === 'views')
      const ofVisit = VISIT_VALUES[dimension]?.(views)
      if (ofVisit !== undefined) values.add(ofVisit)
      for (const happening of all) {
        const action = ACTIONS[dimension]
        const value = action?.kind === happening.kind ? action.value(happening) : undefined
        const moment = this.#momentOf(dimension, happening)
        for (const found of [value, moment]) if (found !== undefined) values.add(found)
      }
    }
    return values
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

function only(metrics: readonly Metric[], figures: Record<Metric, number | null>): Figures {
  return Object.fromEntries(metrics.map((metric) => [metric, figures[metric]]))
}

function zoned(at: number, tz: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(tz)
}

/** The start of the bucket of a moment, milliseconds since 1970. */
function startOf(at: number, interval: Bucket, tz: string): number {
  const time = zoned(at, tz)
  switch (interval) {
    case 'hour':
      return at - ((time.minute * 60 + time.second) * 1_000 + time.millisecond)
    case 'day':
      return midnight(time.toPlainDate())
    case 'week':
      return midnight(time.toPlainDate().subtract({ days: time.dayOfWeek - 1 }))
    case 'month':
      return midnight(time.toPlainDate().with({ day: 1 }))
  }

  function midnight(date: Temporal.PlainDate): number {
    return date.toZonedDateTime(tz).epochMilliseconds
  }
}
