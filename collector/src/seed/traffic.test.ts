import { assignVariant } from '@half-measure/shared/domain/assign-variant.ts'
import { findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { Event, type SentEvent } from '@half-measure/shared/events/event.ts'
import { describe, expect, it } from 'vitest'
import { trafficOrigin } from '../ingest/traffic-origin.ts'
import { AFFILIATE_RATE, TRUE_EFFECT } from './actions.ts'
import { ARTICLES } from './articles.ts'
import { firstEventIds, traffic, type TrafficOptions } from './traffic.ts'

/** A Friday at midnight, in London as in UTC. */
const UNTIL = Date.parse('2026-11-20T00:00:00.000Z')
const DAY_MS = 24 * 3_600_000

function options(overrides: Partial<TrafficOptions> = {}): TrafficOptions {
  return {
    seed: 1,
    days: 28,
    sessions: 2_000,
    until: UNTIL,
    siteOrigin: 'https://halfmeasure.test',
    ...overrides,
  }
}

const visits = [...traffic(options())]
const beacons = visits.flat()
const events = beacons.flatMap(({ sent }) => sent.events)

type Sent<Type extends SentEvent['type']> = Extract<SentEvent, { type: Type }>

function ofType<Type extends SentEvent['type']>(
  type: Type,
  among: readonly SentEvent[] = events,
): Sent<Type>[] {
  return among.filter((event): event is Sent<Type> => event.type === type)
}

const eventsOf = (visit: (typeof visits)[number]) => visit.flatMap(({ sent }) => sent.events)

describe('the same traffic for the same options', () => {
  it('is the same to the last byte, and another for another seed', () => {
    const bytes = (seed: number) => JSON.stringify([...traffic(options({ seed, sessions: 200 }))])
    expect(bytes(1)).toBe(bytes(1))
    expect(bytes(1)).not.toBe(bytes(2))
  })

  it('has first events that depend on nothing but the seed', () => {
    const firstIds = (overrides: Partial<TrafficOptions>) =>
      new Set([...traffic(options(overrides))].map(([beacon]) => beacon?.sent.events[0]?.event_id))
    const asked = firstEventIds(1, 100)
    for (const overrides of [
      { sessions: 150, days: 5 },
      { sessions: 400, until: UNTIL - 3 * DAY_MS },
    ]) {
      const made = firstIds(overrides)
      expect(asked.filter((id) => made.has(id)).length).toBeGreaterThan(95)
    }
    const ofAnother = firstIds({ seed: 2 })
    expect(asked.filter((id) => ofAnother.has(id))).toEqual([])
  })
})

describe('what browsers send', () => {
  it('is accepted by the schemas as it is', () => {
    expect(beacons.filter(({ sent }) => !Beacon.safeParse(sent).success)).toEqual([])
    expect(events.filter((event) => !Event.safeParse(event).success)).toEqual([])
  })

  it('has ids of its own for every event and visit', () => {
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length)
    expect(new Set(beacons.map(({ sent }) => sent.session_id)).size).toBe(visits.length)
  })

  it('begins in order, arrives after it happened, and ends where the time ends', () => {
    const starts = visits.map(([first]) => first?.request.receivedAt ?? 0)
    // The way of a beacon takes up to half a second.
    expect(starts.filter((start, index) => start < (starts[index - 1] ?? 0) - 500)).toEqual([])
    const arrivals = beacons.map(({ request }) => request.receivedAt)
    expect(Math.max(...arrivals)).toBeLessThan(UNTIL)
    expect(Math.min(...arrivals)).toBeGreaterThanOrEqual(UNTIL - 28 * DAY_MS)
    const early = beacons.filter(({ sent, request }) =>
      sent.events.some(({ occurred_at }) => Date.parse(occurred_at) > request.receivedAt),
    )
    const beforeConsent = beacons.filter(({ sent }) =>
      sent.events.some(({ occurred_at }) => occurred_at < sent.consent.at),
    )
    expect([...early, ...beforeConsent]).toEqual([])
  })

  it('loses only visits of the last half second to the end of the time', () => {
    expect(visits.length).toBeGreaterThan(1_995)
    expect(visits.length).toBeLessThanOrEqual(2_000)
  })
})

describe('paths through the magazine', () => {
  const views = ofType('page_view')

  it('are of one to two pages on average, and end somewhere', () => {
    expect(views.length / visits.length).toBeGreaterThan(1.5)
    expect(views.length / visits.length).toBeLessThan(2.2)
    expect(
      Math.max(...visits.map((visit) => ofType('page_view', eventsOf(visit)).length)),
    ).toBeLessThanOrEqual(25)
  })

  it('go on from the page before', () => {
    for (const visit of visits) {
      const pages = ofType('page_view', eventsOf(visit))
      const before = pages.slice(0, -1).map(({ page_path }) => `https://halfmeasure.test${page_path}`)
      expect(pages.slice(1).map(({ referrer }) => referrer)).toEqual(before)
    }
  })

  it('go on by a click where the link is one that is counted; programs click nothing', () => {
    const ids = new Set<string | undefined>()
    for (const visit of visits) {
      const isBot = /bot/i.test(visit[0]?.request.userAgent ?? '')
      const all = eventsOf(visit)
      const pages = ofType('page_view', all).map(({ page_path }) => `https://halfmeasure.test${page_path}`)
      const links = ofType('click', all).filter(
        ({ element_type, element_id = '' }) => element_type === 'link' || /^(hero|article)-/.test(element_id),
      )
      expect(links.filter(({ click_data }) => !pages.includes(String(click_data?.['href'])))).toEqual([])
      expect(isBot && ofType('click', all).length > 0).toBe(false)
      for (const { element_id } of links) ids.add(element_id)
    }
    for (const id of [
      'menu-stories',
      'hero-read-story',
      'home-all-stories',
      'article-next',
      'article-newsletter',
    ]) {
      expect(ids).toContain(id)
    }
  })

  it('lead to no article before it is out', () => {
    const early = views.filter(({ page_path, occurred_at }) => {
      const article = ARTICLES.find(({ slug }) => page_path === `/articles/${slug}`)
      if (!article || article.daysAgo >= 21) return false
      // The shelf is filled by the hour.
      return Date.parse(occurred_at) < UNTIL - article.daysAgo * DAY_MS - 3_600_000
    })
    expect(early).toEqual([])
    expect(views.some(({ page_path }) => page_path === '/articles/uk-brewery-closures')).toBe(true)
  })

  it('begin by every kind of way, most by search', () => {
    const channels = new Map<string, number>()
    for (const visit of visits) {
      const [entry] = ofType('page_view', eventsOf(visit))
      const { channel } = trafficOrigin(entry?.referrer, entry?.utm, 'halfmeasure.test')
      channels.set(channel, (channels.get(channel) ?? 0) + 1)
    }
    for (const channel of ['search', 'direct', 'social', 'newsletter', 'ai_assistant', 'referral', 'paid']) {
      expect((channels.get(channel) ?? 0) / visits.length).toBeGreaterThan(0.03)
    }
    expect(channels.get('internal')).toBeUndefined()
    expect(Math.max(...channels.values())).toBe(channels.get('search'))
  })

  it('come from the newsletter when it is sent', () => {
    const fromNewsletter = (weekday: number, hour: number) => {
      const then = views.filter(({ occurred_at }) => {
        const at = new Date(occurred_at)
        return at.getUTCDay() === weekday && at.getUTCHours() >= hour && at.getUTCHours() < hour + 4
      })
      return then.filter(({ utm }) => utm?.medium === 'email').length / then.length
    }
    expect(fromNewsletter(5, 17)).toBeGreaterThan(4 * fromNewsletter(4, 17))
  })
})

describe('what readers do', () => {
  it('is told of articles and the review as they are read, of other pages not', () => {
    const pages = new Set(ofType('engagement').map(({ page_path }) => page_path.split('/')[1]))
    expect(pages).toEqual(new Set(['articles', 'reviews']))
    expect(Math.max(...ofType('engagement').map(({ active_ms = 0 }) => active_ms))).toBe(30_000)
    expect(Math.max(...ofType('engagement').map(({ scroll_depth = 0 }) => scroll_depth))).toBeLessThanOrEqual(
      100,
    )
  })

  it('includes every conversion there is, subscriptions once a visit', () => {
    const types = new Map<string, number>()
    for (const visit of visits) {
      const done = ofType('conversion', eventsOf(visit)).map(({ event_type }) => event_type)
      for (const type of done) types.set(type, (types.get(type) ?? 0) + 1)
      expect(done.filter((type) => type === 'newsletter_signup').length).toBeLessThanOrEqual(1)
    }
    expect([...types.keys()].sort()).toEqual([
      'affiliate_click',
      'contact_sent',
      'ebook_download',
      'free_gift_click',
      'newsletter_signup',
      'review_view',
    ])
  })

  it('earns money in GBP by affiliate clicks, each for a product', () => {
    const clicks = ofType('conversion').filter(({ event_type }) => event_type === 'affiliate_click')
    for (const { product_name, product_rank, value, currency } of clicks) {
      expect(product_name).toBeTruthy()
      expect(product_rank).toBeGreaterThanOrEqual(1)
      expect(value).toBeGreaterThan(0)
      expect(currency).toBe('GBP')
    }
  })
})

describe('experiments', () => {
  it('are met on the review, once a visit, with the variant that everybody works out', () => {
    for (const visit of visits) {
      const all = eventsOf(visit)
      const assigned = ofType('ab_assignment', all)
      const sawReview = ofType('page_view', all).some(({ page_path }) => page_path.startsWith('/reviews/'))
      expect(assigned.length).toBe(sawReview ? 2 : 0)
      for (const { test_name, variant } of assigned) {
        const experiment = findExperiment(test_name)
        expect(experiment && assignVariant(experiment, visit[0]?.sent.session_id ?? '')).toBe(variant)
      }
    }
  })

  it('have one true effect, on affiliate clicks', () => {
    const seen = new Map<string, { visits: number; clicks: number }>()
    for (const visit of traffic(options({ sessions: 25_000, days: 60 }))) {
      const all = eventsOf(visit)
      // A program follows no links.
      if (/bot/i.test(visit[0]?.request.userAgent ?? '')) continue
      const clicked = ofType('conversion', all).some(({ event_type }) => event_type === 'affiliate_click')
      for (const { test_name, variant } of ofType('ab_assignment', all)) {
        const key =
          test_name === TRUE_EFFECT.test && variant === TRUE_EFFECT.variant
            ? 'effect'
            : `${test_name} ${variant}`
        const arm = seen.get(key) ?? { visits: 0, clicks: 0 }
        seen.set(key, { visits: arm.visits + 1, clicks: arm.clicks + (clicked ? 1 : 0) })
      }
    }
    const rate = (key: string) => (seen.get(key)?.clicks ?? 0) / (seen.get(key)?.visits ?? 1)
    const others = ['Learn More', 'Get This Product'].map((variant) => rate(`${TRUE_EFFECT.test} ${variant}`))
    for (const other of others) {
      expect(Math.abs(other - AFFILIATE_RATE)).toBeLessThan(0.015)
      expect(rate('effect')).toBeGreaterThan(other)
    }
    expect(Math.abs(rate('effect') - AFFILIATE_RATE * TRUE_EFFECT.times)).toBeLessThan(0.02)
  })
})
