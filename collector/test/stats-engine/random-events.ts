import type { ListedArticle } from '@half-measure/shared/stats/articles.ts'
import { SeededRandom } from '../../seed/seeded-random.ts'

/** What every event says of the browser that sent it. */
interface Browser {
  readonly country: string
  readonly device: string
  readonly browser: string
  readonly os: string
}

interface Common extends Browser {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly session: string
  readonly bot: boolean
  readonly id: string
}

export interface View extends Common {
  readonly kind: 'views'
  readonly path: string
  readonly channel: string
  readonly source: string
  readonly referrer: string
  readonly utm: Readonly<Record<'source' | 'medium' | 'campaign' | 'term' | 'content', string>>
  readonly language: string
  readonly screen: string
}
export interface Click extends Common {
  readonly kind: 'clicks'
  readonly path: string
  readonly type: string
  readonly elementId: string
}
export interface Conversion extends Common {
  readonly kind: 'conversions'
  readonly path: string
  readonly type: string
  readonly product: string
  /** Where on the site it happened. */
  readonly conversionSource: string
  readonly value: number
  readonly currency: string
}
export interface Engagement extends Common {
  readonly kind: 'engagement'
  readonly path: string
  readonly activeMs: number
  readonly depth: number
}
/** A report of web vitals, in an engagement event of its own. */
export interface Vitals extends Common {
  readonly kind: 'vitals'
  readonly path: string
  readonly lcpMs: number | null
  readonly inpMs: number | null
  readonly cls: number | null
}
export interface Assignment extends Common {
  readonly kind: 'assignments'
  readonly test: string
  readonly variant: string
}
export type AnyEvent = View | Click | Conversion | Engagement | Vitals | Assignment

export const ARTICLES: readonly ListedArticle[] = [
  article('/articles/pine-beer', 'Drinking a Christmas Tree', 'The Review', 'Ida Marsh'),
  article('/articles/tokyo', 'A Bar of Six Seats', 'The Culture', 'Ida Marsh'),
  article('/articles/sleep', 'Nights, Measured', 'The Science', "Tom O'Dell"),
]

function article(path: string, title: string, category: string, author: string): ListedArticle {
  return { path, title, category, author, published: '2026-10-01', read_minutes: 6 }
}

/** Few values, so that they meet; some of them awkward. */
export const VALUES = {
  path: [
    '/',
    '/stories',
    '/articles/pine-beer',
    '/articles/tokyo',
    '/articles/sleep',
    "/o'clock\\b",
    '/Ä{0}',
  ],
  channel: ['search', 'social', 'direct', 'internal', 'unknown'],
  source: ['Google', 'news.example', ''],
  referrer: ['google.co.uk', 'news.example', ''],
  utm: ['', 'spring', 'Spring|sale'],
  language: ['en-GB', 'de', ''],
  screen: ['390x844', '1440x900'],
  country: ['GB', 'DE', ''],
  device: ['phone', 'desktop'],
  browser: ['Safari', 'Chrome'],
  os: ['iOS', 'Windows'],
  element: [
    ['button', 'hero'],
    ['button', ''],
    ['link', 'footer'],
    ['a:b', 'c'],
  ],
  conversion: ['newsletter_signup', 'affiliate_click', 'review_view'],
  product: ['', 'Bitter End', 'Half & Half'],
  conversionSource: ['', 'popup', "reader's choice"],
  currency: ['GBP', 'GBP', 'EUR', ''],
  test: ['review_page_layout', 'cta_button_text'],
  variant: ['default', 'compact', 'Learn More'],
} as const

/** Where a session ends; a millisecond less, and it goes on. */
const PAUSE_MS = 30 * 60_000

interface Options {
  readonly seed: number
  readonly from: number
  readonly to: number
  readonly sessions: number
}

/**
 * Tabs of every shape: of one event and of many, without a page view, in use for longer than a day, left and taken up
 * again, by bots, by a browser that travels. No two events of a tab are at the same time.
 */
export function randomEvents({ seed, from, to, sessions }: Options): AnyEvent[] {
  return Array.from({ length: sessions }, (_, number) =>
    sessionOf(new SeededRandom(seed, number), number),
  ).flat()

  function sessionOf(random: SeededRandom, number: number): AnyEvent[] {
    const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T
    const bot = random.fraction() < 0.1
    const home = browser()
    const hasViews = random.fraction() > 0.1
    const isEndless = random.fraction() < 0.01
    const length = isEndless ? 120 : random.fraction() < 0.3 ? 1 : 1 + random.below(12)
    const pace = isEndless ? 29 * 60_000 : pick([2_000, 60_000, 15 * 60_000, 5 * 3_600_000])
    // Some begin on the hour or at midnight, where buckets meet.
    let at = from + random.below(to - from)
    if (random.fraction() < 0.2) at -= at % 3_600_000
    if (random.fraction() < 0.1) at -= at % 86_400_000
    // The moment in an id is when the tab was opened, by a clock that may be wrong.
    const named = random.fraction() < 0.1 ? from : at - random.below(60_000)
    const session = `session_${named}_seed${number}`
    return Array.from({ length }, (_, i) => {
      if (i > 0) at += random.fraction() < 0.08 ? PAUSE_MS - random.below(2) : 1 + random.below(pace)
      const travels = random.fraction() < 0.05
      const common: Common = { at, session, bot, id: random.uuid(), ...(travels ? browser() : home) }
      const path = pick(VALUES.path)
      const kind = random.fraction()
      if (kind < 0.45 && hasViews) return view(common, path, i)
      if (kind < 0.6) {
        const [type, elementId] = pick(VALUES.element)
        return { ...common, kind: 'clicks', path, type, elementId }
      }
      if (kind < 0.72) {
        const value = random.below(9_000) / 100
        const [type, product, conversionSource, currency] = [
          pick(VALUES.conversion),
          pick(VALUES.product),
          pick(VALUES.conversionSource),
          pick(VALUES.currency),
        ]
        return { ...common, kind: 'conversions', path, type, product, conversionSource, value, currency }
      }
      if (kind < 0.76) {
        const [lcpMs, inpMs] = [random.below(6_000), pick([null, random.below(700)])]
        return { ...common, kind: 'vitals', path, lcpMs, inpMs, cls: pick([null, 0, 0.1, 0.3]) }
      }
      if (kind < 0.9) {
        const [activeMs, depth] = [random.below(20_000), pick([0, 25, 50, 75, 100])]
        return { ...common, kind: 'engagement', path, activeMs, depth }
      }
      return { ...common, kind: 'assignments', test: pick(VALUES.test), variant: pick(VALUES.variant) }
    })

    function browser(): Browser {
      return {
        country: pick(VALUES.country),
        device: pick(VALUES.device),
        browser: pick(VALUES.browser),
        os: pick(VALUES.os),
      }
    }

    function view(common: Common, path: string, i: number): View {
      const comesIn = i === 0 || random.fraction() < 0.15
      const utm = () => (comesIn ? pick(VALUES.utm) : '')
      return {
        ...common,
        kind: 'views',
        path,
        channel: comesIn ? pick(VALUES.channel) : 'internal',
        source: comesIn ? pick(VALUES.source) : '',
        referrer: pick(VALUES.referrer),
        utm: { source: utm(), medium: utm(), campaign: utm(), term: utm(), content: utm() },
        language: pick(VALUES.language),
        screen: pick(VALUES.screen),
      }
    }
  }
}
