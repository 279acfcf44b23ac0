import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import type { Filter } from '@half-measure/shared/stats/engine/stats-query.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'
import { partsOf } from '../stats-engine/oracle/sessions.ts'
import type { EventTables } from './event-tables.ts'

/** One thing that a session did. */
export type AnyEvent = {
  readonly at: number
  readonly session: string
  readonly bot: boolean
  readonly page: string
} & (
  | { readonly kind: 'view' }
  | { readonly kind: 'click'; readonly type: string; readonly id: string }
  | {
      readonly kind: 'conversion'
      readonly type: string
      readonly product: string
      readonly rank: number
      readonly pounds: number
      readonly currency: string
    }
  | { readonly kind: 'reading'; readonly ms: number; readonly depth: number }
)
export type View = Extract<AnyEvent, { kind: 'view' }>
export type Conversion = Extract<AnyEvent, { kind: 'conversion' }>

const PAGES = [
  '/',
  '/stories',
  '/newsletter',
  '/articles/pine-beer',
  '/articles/sleep-disrupted',
  '/reviews/top-5',
]
const PRODUCTS = ['Quarter Bell Pale', 'Nightjar Lager', 'Bellwether Stout']

/**
 * Sessions that begin between two times, the same for the same seed, each event at a time of its own but for conversions
 * that happen in the very moment of a view. Some go on for hours, some come back after a day, one in twelve is a bot's.
 */
export function randomSessions({
  from,
  to,
  count,
  seed,
}: {
  from: number
  to: number
  count: number
  seed: number
}): AnyEvent[] {
  const random = new SeededRandom(seed)
  const events: AnyEvent[] = []
  for (let i = 0; i < count; i++) {
    const session = `session_${from}_session${seed}x${i}`
    const bot = random.chance(1 / 12)
    let at = from + Math.floor(random.fraction() * (to - from))
    let page = random.pick(['/', ...PAGES])
    for (let turned = random.below(9); turned >= 0; turned--) {
      const common = { session, bot, page }
      events.push({ kind: 'view', at, ...common })
      if (random.chance(0.12)) events.push(conversion(random, { at, ...common }))
      for (let done = random.below(4); done > 0; done--) {
        at += 1 + random.below(3 * MINUTE_MS)
        const what = random.fraction()
        if (what < 0.4) {
          events.push({
            kind: 'reading',
            at,
            ...common,
            ms: random.below(90_000),
            depth: random.pick([0, 25, 50, 75, 100]),
          })
        } else if (what < 0.7) {
          events.push({
            kind: 'click',
            at,
            ...common,
            type: random.pick(['button', 'link']),
            id: random.pick(['', 'cta']),
          })
        } else {
          events.push(conversion(random, { at, ...common }))
        }
      }
      // A reload, the next page, or one much later.
      at += 1 + random.below(random.chance(0.06) ? 30 * 60 * MINUTE_MS : 6 * MINUTE_MS)
      if (!random.chance(0.15)) page = random.pick(['/', ...PAGES])
    }
  }
  return events
}

function conversion(random: SeededRandom, common: Omit<View, 'kind'>): Conversion {
  const type = random.pick(['newsletter_signup', 'affiliate_click', 'affiliate_click', 'review_view'])
  const isAffiliate = type === 'affiliate_click'
  return {
    kind: 'conversion',
    ...common,
    type,
    product: isAffiliate ? random.pick(['Quarter Bell Pale', ...PRODUCTS]) : '',
    rank: isAffiliate ? random.below(4) : 0,
    pounds: random.below(2_000) / 100,
    currency: random.chance(0.8) ? 'GBP' : 'EUR',
  }
}

/** @param columns that a test adds to each row. */
export async function store(
  tables: EventTables,
  events: readonly AnyEvent[],
  columns: (event: AnyEvent) => Readonly<Record<string, unknown>> = () => ({}),
): Promise<void> {
  const common = (event: AnyEvent) =>
    ({
      at: event.at,
      session_id: event.session,
      is_bot: event.bot ? 1 : 0,
      page_path: event.page,
      ...columns(event),
    }) as const
  await tables.insert('page_views', events.filter((event) => event.kind === 'view').map(common))
  await tables.insert(
    'click_events',
    events
      .filter((event) => event.kind === 'click')
      .map((event) => ({ ...common(event), element_type: event.type, element_id: event.id })),
  )
  await tables.insert(
    'engagement_events',
    events
      .filter((event) => event.kind === 'reading')
      .map((event) => ({ ...common(event), active_ms: event.ms, scroll_depth: event.depth })),
  )
  await tables.insert(
    'conversion_events',
    events
      .filter((event) => event.kind === 'conversion')
      .map((event) => ({
        ...common(event),
        event_type: event.type,
        product_name: event.product,
        product_rank: event.rank,
        value: event.pounds,
        currency: event.currency,
      })),
  )
}

/** A range of a query; milliseconds since 1970. */
export interface Range {
  readonly from: number
  readonly to: number
  readonly bots: 'exclude' | 'include'
  readonly tz: string
}

/** The sessions of a range that match the filters. */
export function scopeOf({ from, to, bots, tz }: Range, ...filters: Filter[]) {
  return { range: { from: new Date(from).toISOString(), to: new Date(to).toISOString(), bots, tz }, filters }
}

/** Most of a Friday. */
const HOURS = Array.from({ length: 20 }, (_, hour) => `5-${String(hour).padStart(2, '0')}`)

function isAmong(at: number, hours: readonly string[]): boolean {
  const { dayOfWeek, hour } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('Europe/London')
  return hours.includes(`${dayOfWeek}-${String(hour).padStart(2, '0')}`)
}

/** The page on which a session began. */
export function entryOf(session: readonly AnyEvent[]): string {
  return (session.find(({ kind }) => kind === 'view') ?? session[0])?.page ?? ''
}

/** Filters on what belongs to a session, to a moment and to an action; and the sessions that they keep. */
export const KEPT: readonly [string, Filter, (session: readonly AnyEvent[]) => boolean][] = [
  [
    'an entry page',
    { operator: 'is', dimension: 'entry', values: ['/', '/stories'] },
    (session) => ['/', '/stories'].includes(entryOf(session)),
  ],
  [
    'a page',
    { operator: 'contains', dimension: 'page', values: ['SLETTER'] },
    (session) => session.some(({ kind, page }) => kind === 'view' && page === '/newsletter'),
  ],
  [
    'another page than one',
    { operator: 'is_not', dimension: 'page', values: ['/newsletter'] },
    (session) => session.some(({ kind, page }) => kind === 'view' && page !== '/newsletter'),
  ],
  [
    'a depth',
    { operator: 'is', dimension: 'read_depth', values: ['100'] },
    (session) => session.some((event) => event.kind === 'reading' && event.depth === 100),
  ],
  [
    'an hour of the week',
    { operator: 'is', dimension: 'hour_of_week', values: HOURS },
    (session) => session.some(({ kind, at }) => kind === 'view' && isAmong(at, HOURS)),
  ],
  [
    'a conversion',
    { operator: 'is', dimension: 'event_type', values: ['affiliate_click'] },
    (session) => session.some((event) => event.kind === 'conversion' && event.type === 'affiliate_click'),
  ],
  [
    'no conversion',
    { operator: 'is_not', dimension: 'event_type', values: ['affiliate_click'] },
    (session) => !session.some((event) => event.kind === 'conversion' && event.type === 'affiliate_click'),
  ],
]

/** What happened in a range. */
export function eventsIn(events: readonly AnyEvent[], { from, to, bots }: Range): AnyEvent[] {
  return events.filter(({ at, bot }) => at >= from && at < to && (bots === 'include' || !bot))
}

/** The sessions that began in a range, each whole and in order. */
export function sessionsIn(events: readonly AnyEvent[], { from, to, bots }: Range): AnyEvent[][] {
  const counted = events.filter(({ bot }) => bots === 'include' || !bot)
  return [...Map.groupBy(counted, ({ session }) => session).values()]
    .flatMap((tab) => partsOf(tab.toSorted((a, b) => a.at - b.at)))
    .map((part) => part.events)
    .filter(([first]) => first && first.at >= from && first.at < to)
}
