import type {
  ConversionCounts,
  RecentActivity,
  Summary,
  TopElements,
  TopPages,
} from '@half-measure/shared/stats/overview.ts'
import type { ExperimentShares } from '@half-measure/shared/stats/experiment-shares.ts'

/** What one event means for the figures, in the words of the specification. */
export type AnyEvent = { readonly at: number; readonly session: string; readonly bot: boolean } & (
  | { readonly kind: 'page_view'; readonly path: string }
  | { readonly kind: 'click'; readonly type: string; readonly id: string | undefined }
  | { readonly kind: 'conversion'; readonly type: string }
  | { readonly kind: 'ab_assignment'; readonly test: string; readonly variant: string }
  | { readonly kind: 'engagement' }
)

/** Milliseconds since 1970: `from <= t < to`. */
export interface Range {
  readonly from: number
  readonly to: number
  readonly bots: 'exclude' | 'include'
}

type Of<Kind extends AnyEvent['kind']> = Extract<AnyEvent, { kind: Kind }>

/** The specified figures, worked out from a list in memory. */
export class StatsOracle {
  readonly #events: readonly AnyEvent[]

  constructor(events: readonly AnyEvent[], { from, to, bots }: Range) {
    this.#events = events.filter(({ at, bot }) => at >= from && at < to && (bots === 'include' || !bot))
  }

  get summary(): Summary {
    const views = this.#of('page_view')
    const clicks = this.#of('click')
    const conversions = this.#of('conversion')
    return {
      page_views: views.length,
      unique_sessions: new Set(views.map(({ session }) => session)).size,
      click_events: clicks.length,
      unique_element_types: new Set(clicks.map(({ type }) => type)).size,
      conversions: conversions.length,
      conversion_rate:
        views.length === 0 ? 0 : Math.round((conversions.length * 10_000) / views.length) / 100,
      active_tests: new Set(this.#of('ab_assignment').map(({ test }) => test)).size,
    }
  }

  topPages(limit: number): TopPages {
    return countBy(this.#of('page_view'), ({ path }) => path)
      .slice(0, limit)
      .map(([page_path, views]) => ({ page_path, views }))
  }

  topElements(limit: number): TopElements {
    return countBy(this.#of('click'), elementOf)
      .slice(0, limit)
      .map(([element, clicks]) => ({ element, clicks }))
  }

  get conversions(): { event_type: string; count: ConversionCounts[number]['count'] }[] {
    return countBy(this.#of('conversion'), ({ type }) => type).map(([event_type, count]) => ({
      event_type,
      count,
    }))
  }

  recentActivity(limit: number): RecentActivity {
    return this.#events
      .flatMap((event) => {
        const { kind, at } = event
        if (kind === 'page_view') return { kind, label: event.path, at }
        if (kind === 'click') return { kind, label: elementOf(event), at }
        return kind === 'conversion' ? { kind, label: event.type, at } : []
      })
      .sort((a, b) => b.at - a.at)
      .slice(0, limit)
      .map(({ kind, label, at }) => ({ kind, label, at: new Date(at).toISOString() }))
  }

  get experiments(): ExperimentShares {
    const tests = Map.groupBy(this.#of('ab_assignment'), ({ test }) => test)
    return [...tests]
      .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map(([test_name, assigned]) => ({
        test_name,
        total: assigned.length,
        variants: countBy(assigned, ({ variant }) => variant).map(([variant, assignments]) => ({
          variant,
          assignments,
          share: Math.round((assignments * 1_000) / assigned.length) / 10,
        })),
      }))
  }

  #of<Kind extends AnyEvent['kind']>(kind: Kind): Of<Kind>[] {
    return this.#events.filter((event): event is Of<Kind> => event.kind === kind)
  }
}

function elementOf({ type, id }: Of<'click'>): string {
  return id === undefined || id === '' ? type : `${type}:${id}`
}

/** Most first; ties by the bytes of the name. */
function countBy<T>(items: readonly T[], nameOf: (item: T) => string): [string, number][] {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || Buffer.compare(Buffer.from(a), Buffer.from(b)))
}
