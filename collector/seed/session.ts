import { assignVariant } from '@half-measure/shared/domain/assign-variant.ts'
import { CONSENT_VERSION } from '@half-measure/shared/domain/consent.ts'
import type { ConversionType } from '@half-measure/shared/domain/conversion-types.ts'
import { EXPERIMENTS } from '@half-measure/shared/domain/experiments.ts'
import type { SentBeacon } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import type { NewsletterSource } from '@half-measure/shared/audience/newsletter.ts'
import { HOUR_MS } from '@half-measure/shared/durations.ts'
import type { RequestMetadata } from '../src/ingest/request-metadata.ts'
import { pickReader } from './readers.ts'
import { type Magazine, type Page, pickOnward } from './magazine.ts'
import { SeededRandom } from './seeded-random.ts'
import { type Arrival, arrive, type sourcesAt } from './sources.ts'
import { vitalsOf } from './vitals.ts'

/** A beacon and the request that brings it. */
export interface SeedBeacon {
  readonly sent: SentBeacon
  readonly request: RequestMetadata
}

/** The site that readers come to, and where they come from. */
export interface SeedSite {
  readonly magazine: Magazine
  readonly sources: ReturnType<typeof sourcesAt>
  readonly siteOrigin: string
}

/** Share of readers of the review who follow an affiliate link. */
export const AFFILIATE_RATE = 0.26

/** The only effect of an experiment in this traffic: the rate with this variant, relative to the others. */
export const PLANTED_EFFECT = { test: 'cta_button_text', variant: 'Check Price', times: 1.3 } as const

/** Share of the readers with more than one page who accept cookies on the second. */
const ACCEPTS_LATER = 0.15
/** Share of tabs left open and used again after hours. */
const RESUMES = 0.03
const MAX_PAGES = 25
const REPORT_MS = 30_000

/** Value of a view of the review, or of a click on one of its links. */
const REVIEW_VALUE = { value: 5, currency: 'GBP' } as const

const PRODUCTS = [
  { rank: 1, name: 'Quarter Bell Pale', share: 46 },
  { rank: 2, name: 'Ostler Street Amber', share: 19 },
  { rank: 3, name: 'Nightjar Lager', share: 14 },
  { rank: 4, name: 'Low Meadow Wheat', share: 9 },
  { rank: 5, name: 'Bellwether Stout', share: 8 },
  { rank: 6, name: 'Evenkeel Botanical Brew', share: 4 },
]

type Own<Event> = Event extends SentEvent ? Omit<Event, 'event_id' | 'occurred_at' | 'page_path'> : never
type Action = Own<Extract<SentEvent, { type: 'click' | 'conversion' }>>

/** A page of a session, and how its reader came there. */
interface ReadPage {
  readonly page: Page
  readonly at: number
  readonly arrival: Omit<Arrival, 'page'>
  readonly activeMs: number
  /** Percent of the text. */
  readonly depth: number
  /** Click on the link to the next page, if it is tracked. */
  readonly onward?: Action
}

/**
 * What the browser of one reader sends: a beacon when a page is opened, and one with the rest when it is left.
 * Pages before the one on which the reader accepts send nothing.
 *
 * @param start milliseconds since 1970.
 */
export function session(
  random: SeededRandom,
  firstEventId: string,
  start: number,
  site: SeedSite,
): SeedBeacon[] {
  const { siteOrigin } = site
  const { isBot, request, ...screenAndLocale } = pickReader(random)
  const pages = pathThrough(random, start, site)
  if (pages.length > 1 && random.chance(ACCEPTS_LATER)) pages.shift()
  const began = pages[0]?.at ?? start
  const session_id = `session_${began}_${random.text(12)}`
  const consent = { analytics: true, version: CONSENT_VERSION, at: iso(began) } as const
  const done = new Set<ConversionType>()
  // A separate random stream, so that it changes nothing else in a session.
  const measuring = new SeededRandom(Number.parseInt(firstEventId.slice(0, 8), 16))
  const beacons: SeedBeacon[] = []
  let isAssigned = false

  const send = (at: number, events: SentEvent[]) =>
    beacons.push({
      sent: { consent, session_id, sent_at: iso(at), events },
      request: { ...request, receivedAt: at + 20 + random.below(400) },
    })
  for (const { page, at, arrival, activeMs, depth, onward } of pages) {
    const event = (afterMs: number) => ({
      event_id: random.uuid(),
      occurred_at: iso(at + Math.round(afterMs)),
      page_path: page.path,
    })
    const view = { ...event(0), page_title: page.title, ...screenAndLocale, ...arrival }
    const opened: SentEvent[] = [
      { type: 'page_view', ...view, ...(beacons.length === 0 && { event_id: firstEventId }) },
    ]
    if (page.kind === 'review' && !isAssigned) {
      isAssigned = true
      for (const experiment of EXPERIMENTS) {
        const { event_id, occurred_at } = event(0)
        const variant = assignVariant(experiment, session_id)
        opened.push({ type: 'ab_assignment', event_id, occurred_at, test_name: experiment.name, variant })
      }
    }
    send(at, opened)
    if (isBot) continue

    const events: SentEvent[] = []
    if (page.readMinutes > 0) {
      for (let read = 0; read < activeMs; read += REPORT_MS) {
        const active_ms = Math.min(REPORT_MS, activeMs - read)
        events.push({ type: 'engagement', ...event(read + active_ms), active_ms })
      }
      for (const scroll_depth of [25, 50, 75, 100].filter((mark) => mark <= depth))
        events.push({ type: 'engagement', ...event((activeMs * scroll_depth) / depth), scroll_depth })
    }
    for (const action of actionsOn(random, page, depth, { session_id, done, siteOrigin }))
      events.push({ ...event(random.fraction() * activeMs), ...action })
    if (onward) events.push({ ...event(activeMs), ...onward })
    const vitals = vitalsOf(measuring, page, request)
    // At the moment of the page view, as the tracker has it.
    if (vitals)
      events.push({ event_id: measuring.uuid(), occurred_at: iso(at), page_path: page.path, ...vitals })
    if (events.length > 0) send(at + activeMs + 100, events)
  }
  return beacons
}

/** The pages of a session; at most one tab in thirty is used again after hours. */
function pathThrough(
  random: SeededRandom,
  start: number,
  { magazine, sources, siteOrigin }: SeedSite,
): ReadPage[] {
  const { page: landing, ...source } = arrive(random, sources, magazine, start)
  const pages: ReadPage[] = []
  let arrival: ReadPage['arrival'] = source
  let page = landing
  let at = start
  while (pages.length < MAX_PAGES) {
    const reading = read(random, page)
    const next = pickOnward(random, page, magazine, at)
    const href = next && `${siteOrigin}${next.page.path}`
    const onward = next?.element && click(next.element.element_type, next.element.element_id, href ?? '')
    pages.push({ page, at, arrival, ...reading, ...(onward && { onward }) })
    at += Math.round(reading.activeMs * random.between(1, 1.2)) + 300
    arrival = { referrer: `${siteOrigin}${page.path}` }
    if (next) page = next.page
    else if (random.chance(RESUMES)) at += Math.round(random.between(1, 12) * HOUR_MS)
    else break
  }
  return pages
}

/** Some glance at a text and leave; the rest read until they have had enough, most of them not to the end. */
function read(random: SeededRandom, { readMinutes }: Page): Pick<ReadPage, 'activeMs' | 'depth'> {
  const seconds = (ms: number) => Math.max(1, Math.round(ms / 1_000)) * 1_000
  if (readMinutes === 0) return { activeMs: seconds(random.around(11_000, 0.7)), depth: 0 }
  const wholeMs = readMinutes * 60_000
  if (random.chance(0.3))
    return { activeMs: seconds(random.between(2_000, 9_000)), depth: random.between(2, 14) }
  const activeMs = seconds(Math.min(random.around(65_000, 0.9), wholeMs * 1.25))
  // Eyes skip: the end of the page is reached in less time than its words take.
  const depth = Math.min(100, (activeMs / wholeMs) * 100 * random.between(1.2, 2.6))
  return { activeMs, depth: Math.max(depth, 8) }
}

/** Clicks and conversions on a page, beside the link that leads on. */
function actionsOn(
  random: SeededRandom,
  { kind }: Page,
  depth: number,
  { session_id, done, siteOrigin }: { session_id: string; done: Set<ConversionType>; siteOrigin: string },
): Action[] {
  const first = (type: ConversionType) => !done.has(type) && done.add(type).has(type)
  const signUp = (probability: number, source: NewsletterSource): Action[] => {
    if (!random.chance(probability) || !first('newsletter_signup')) return []
    // Some confirm the address and fetch the guide before they leave.
    const download = random.chance(0.4) ? [conversion('ebook_download')] : []
    const signup = conversion('newsletter_signup', { conversion_data: { source } })
    return [click('button', `newsletter-${source}`), signup, ...download]
  }
  switch (kind) {
    case 'review': {
      const experiment = EXPERIMENTS.find(({ name }) => name === PLANTED_EFFECT.test)
      const variant = experiment && assignVariant(experiment, session_id)
      const rate = AFFILIATE_RATE * (variant === PLANTED_EFFECT.variant ? PLANTED_EFFECT.times : 1)
      const actions = [conversion('review_view', REVIEW_VALUE)]
      if (random.chance(rate) && first('affiliate_click')) {
        const { name, rank } = random.weighted(PRODUCTS)
        const slug = name.toLowerCase().replaceAll(' ', '-')
        actions.push(click('affiliate', slug, `${siteOrigin}/go/${slug}`))
        actions.push(
          conversion('affiliate_click', { product_name: name, product_rank: rank, ...REVIEW_VALUE }),
        )
      }
      if (random.chance(0.02) && first('free_gift_click')) {
        actions.push(click('affiliate', 'free-t-shirt', `${siteOrigin}/go/free-t-shirt`))
        actions.push(conversion('free_gift_click'))
      }
      return actions
    }
    case 'newsletter':
      return signUp(0.27, 'page')
    case 'article':
      return [
        ...signUp(0.009, 'popup'),
        ...signUp(0.004, 'article'),
        ...(depth > 40 && random.chance(0.05)
          ? [click('outbound', 'en.wikipedia.org', 'https://en.wikipedia.org/')]
          : []),
      ]
    case 'contact':
      return random.chance(0.2) && first('contact_sent') ? [conversion('contact_sent')] : []
    default:
      return signUp(0.004, 'footer')
  }
}

function click(element_type: string, element_id: string, href?: string): Action {
  return { type: 'click', element_type, element_id, click_data: href ? { href } : {} }
}

function conversion(
  event_type: ConversionType,
  details: Partial<Extract<Action, { type: 'conversion' }>> = {},
): Action {
  return { type: 'conversion', ...details, event_type }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
