import { assignVariant } from '@half-measure/shared/domain/assign-variant.ts'
import { findExperiment } from '@half-measure/shared/domain/experiments.ts'
import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { Event, type SentEvent } from '@half-measure/shared/events/event.ts'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import { trafficOrigin } from '../src/ingest/traffic-origin.ts'
import { AFFILIATE_RATE, PLANTED_EFFECT, type SeedBeacon } from './session.ts'
import { listedArticles } from './testing/listed-articles.ts'
import { firstEventIds, traffic, type TrafficOptions } from './traffic.ts'

/** A Friday at midnight, in London as in UTC. */
const UNTIL = Date.parse('2026-11-20T00:00:00.000Z')
const SITE = 'https://halfmeasure.test'
const LAUNCH = UNTIL - 48 * DAY_MS

function options(overrides: Partial<TrafficOptions> = {}): TrafficOptions {
  const articles = listedArticles(UNTIL)
  return { seed: 1, days: 60, sessions: 3_000, until: UNTIL, siteOrigin: SITE, articles, ...overrides }
}

const sessions = [...traffic(options())]
const beacons = sessions.flat()
const events = beacons.flatMap(({ sent }) => sent.events)

type Sent<Type extends SentEvent['type']> = Extract<SentEvent, { type: Type }>

function ofType<Type extends SentEvent['type']>(
  type: Type,
  among: readonly SentEvent[] = events,
): Sent<Type>[] {
  return among.filter((event): event is Sent<Type> => event.type === type)
}

const eventsOf = (session: readonly SeedBeacon[]) => session.flatMap(({ sent }) => sent.events)
const isBot = ([first]: readonly SeedBeacon[]) => /bot/i.test(first?.request.userAgent ?? '')
const views = ofType('page_view')

describe('the same traffic for the same options', () => {
  it('is identical byte for byte, and different for a different seed', () => {
    const bytes = (seed: number) => JSON.stringify([...traffic(options({ seed, sessions: 200 }))])
    expect(bytes(1)).toBe(bytes(1))
    expect(bytes(1)).not.toBe(bytes(2))
  })

  it('has first events that depend on the seed alone', () => {
    const firstIds = (overrides: Partial<TrafficOptions>) =>
      new Set([...traffic(options(overrides))].map(([beacon]) => beacon?.sent.events[0]?.event_id))
    const expected = firstEventIds(1, 100)
    for (const overrides of [
      { sessions: 150, days: 5 },
      { sessions: 400, until: UNTIL - 3 * DAY_MS },
    ]) {
      const made = firstIds(overrides)
      expect(expected.filter((id) => made.has(id)).length).toBeGreaterThan(95)
    }
    const ofAnother = firstIds({ seed: 2 })
    expect(expected.filter((id) => ofAnother.has(id))).toEqual([])
  })
})

describe('beacons', () => {
  it('match the schemas', () => {
    expect(beacons.filter(({ sent }) => !Beacon.safeParse(sent).success)).toEqual([])
    expect(events.filter((event) => !Event.safeParse(event).success)).toEqual([])
  })

  it('have a unique id for every event and session', () => {
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length)
    expect(new Set(beacons.map(({ sent }) => sent.session_id)).size).toBe(sessions.length)
  })

  it('arrive after their events, after consent, and before the end', () => {
    const arrivals = beacons.map(({ request }) => request.receivedAt)
    expect(Math.max(...arrivals)).toBeLessThan(UNTIL)
    expect(Math.min(...arrivals)).toBeGreaterThanOrEqual(UNTIL - 60 * DAY_MS)
    const impossible = beacons.filter(({ sent, request }) =>
      sent.events.some(
        ({ occurred_at }) => Date.parse(occurred_at) > request.receivedAt || occurred_at < sent.consent.at,
      ),
    )
    expect(impossible).toEqual([])
  })

  it('come from as many sessions as requested, except in the last second', () => {
    expect(sessions.length).toBeGreaterThan(2_990)
    expect(sessions.length).toBeLessThanOrEqual(3_000)
  })
})

describe('paths through the magazine', () => {
  it('have one to two pages on average, and end eventually', () => {
    expect(views.length / sessions.length).toBeGreaterThan(1.4)
    expect(views.length / sessions.length).toBeLessThan(2.2)
    expect(Math.max(...sessions.map((one) => ofType('page_view', eventsOf(one)).length))).toBeLessThan(26)
  })

  it('continue from the previous page', () => {
    for (const session of sessions) {
      const pages = ofType('page_view', eventsOf(session))
      const before = pages.slice(0, -1).map(({ page_path }) => `${SITE}${page_path}`)
      expect(pages.slice(1).map(({ referrer }) => referrer)).toEqual(before)
    }
  })

  it('continue with a click if the link is tracked; bots click nothing', () => {
    const ids = new Set<string | undefined>()
    for (const session of sessions) {
      const all = eventsOf(session)
      const pages = ofType('page_view', all).map(({ page_path }) => `${SITE}${page_path}`)
      const links = ofType('click', all).filter(
        ({ element_type, element_id = '' }) => element_type === 'link' || /^(hero|article)-/.test(element_id),
      )
      for (const { click_data } of links) expect(pages).toContain(click_data?.['href'])
      expect(isBot(session) && ofType('click', all).length > 0).toBe(false)
      for (const { element_id } of links) ids.add(element_id)
    }
    const known = [
      'menu-stories',
      'hero-read-story',
      'home-all-stories',
      'article-next',
      'article-newsletter',
    ]
    for (const id of known) expect(ids).toContain(id)
  })

  it('begin where the reader accepts cookies: for some on a later page, with an unknown landing page', () => {
    const entries = sessions.map((one) => ofType('page_view', eventsOf(one))[0])
    const later = entries.filter((entry) => entry?.referrer?.startsWith(SITE))
    expect(later.length / sessions.length).toBeGreaterThan(0.02)
    expect(later.length / sessions.length).toBeLessThan(0.15)
    expect(later.every((entry) => entry?.utm === undefined)).toBe(true)
  })

  it('are sometimes resumed after hours in the same tab', () => {
    const resumed = sessions.filter((one) => {
      const times = eventsOf(one)
        .map(({ occurred_at }) => Date.parse(occurred_at))
        .sort((a, b) => a - b)
      return times.some((at, i) => at - (times[i - 1] ?? at) > 3_600_000)
    })
    expect(resumed.length / sessions.length).toBeGreaterThan(0.01)
    expect(resumed.length / sessions.length).toBeLessThan(0.08)
  })
})

describe('the story of the magazine', () => {
  it('reads no article before it is published', () => {
    for (const { path, published } of options().articles.filter(({ path }) =>
      path.startsWith('/articles/'),
    )) {
      const early = views.filter((view) => view.page_path === path && view.occurred_at < published)
      expect(early, path).toEqual([])
    }
    expect(new Set(views.map(({ page_path }) => page_path)).size).toBeGreaterThan(24)
  })

  it('has little traffic before its launch, and none of articles or the review', () => {
    const before = views.filter(({ occurred_at }) => Date.parse(occurred_at) < LAUNCH)
    expect(before.length).toBeGreaterThan(0)
    expect(before.length / 12).toBeLessThan(views.length / 60 / 3)
    expect(before.filter(({ page_path }) => /articles|review/.test(page_path))).toEqual([])
  })

  it('reads an article most when it is new', () => {
    const path = '/articles/article-28'
    const readOn = (from: number, to: number) =>
      views.filter(({ page_path, occurred_at }) => {
        const age = 28 - (UNTIL - Date.parse(occurred_at)) / DAY_MS
        return page_path === path && age >= from && age < to
      }).length
    expect(readOn(0, 4)).toBeGreaterThan(2 * readOn(14, 18))
  })

  it('begins sessions from every channel, mostly from search', () => {
    const channels = new Map<string, number>()
    for (const session of sessions) {
      const [entry] = ofType('page_view', eventsOf(session))
      const { channel } = trafficOrigin(entry?.referrer, entry?.utm, 'halfmeasure.test')
      channels.set(channel, (channels.get(channel) ?? 0) + 1)
    }
    for (const channel of ['search', 'direct', 'social', 'newsletter', 'ai_assistant', 'referral', 'paid'])
      expect((channels.get(channel) ?? 0) / sessions.length, channel).toBeGreaterThan(0.01)
    expect(Math.max(...channels.values())).toBe(channels.get('search'))
  })

  it('has readers of the newsletter when an issue is sent, and of campaigns while they run', () => {
    const fromNewsletter = (weekday: number) => {
      const then = views.filter(({ occurred_at }) => {
        const at = new Date(occurred_at)
        return at.getUTCDay() === weekday && at.getUTCHours() >= 17 && at.getUTCHours() < 22
      })
      return then.filter(({ utm }) => utm?.medium === 'email').length / then.length
    }
    expect(fromNewsletter(5)).toBeGreaterThan(4 * fromNewsletter(4))
    const paid = views.filter(({ utm }) => utm?.campaign === 'better-fridays')
    const days = paid.map(({ occurred_at }) => (UNTIL - Date.parse(occurred_at)) / DAY_MS)
    expect(Math.max(...days)).toBeLessThan(17)
    expect(Math.min(...days)).toBeGreaterThan(1)
  })
})

describe('actions', () => {
  it('report reading on articles and the review, and on no other page', () => {
    const engagement = ofType('engagement').filter(({ lcp_ms }) => lcp_ms === undefined)
    const pages = new Set(engagement.map(({ page_path }) => page_path.split('/')[1]))
    expect(pages).toEqual(new Set(['articles', 'reviews']))
    expect(Math.max(...engagement.map(({ active_ms = 0 }) => active_ms))).toBe(30_000)
    expect(Math.max(...engagement.map(({ scroll_depth = 0 }) => scroll_depth))).toBeLessThanOrEqual(100)
  })

  it('measure most page loads, at the moment of the view, and shifts where browsers can', () => {
    const vitals = ofType('engagement').filter(({ lcp_ms }) => lcp_ms !== undefined)
    const views = new Set(ofType('page_view').map(({ occurred_at, page_path }) => occurred_at + page_path))
    expect(vitals.every(({ occurred_at, page_path }) => views.has(occurred_at + page_path))).toBe(true)
    expect(vitals.length / ofType('page_view').length).toBeGreaterThan(0.8)
    const share = (field: 'inp_ms' | 'cls') =>
      vitals.filter((event) => event[field] !== undefined).length / vitals.length
    for (const field of ['inp_ms', 'cls'] as const) {
      expect(share(field)).toBeGreaterThan(0.3)
      expect(share(field)).toBeLessThan(0.8)
    }
  })

  it('include every conversion type, with at most one sign-up a session', () => {
    const types = new Set<string>()
    for (const session of sessions) {
      const done = ofType('conversion', eventsOf(session)).map(({ event_type }) => event_type)
      for (const type of done) types.add(type)
      expect(done.filter((type) => type === 'newsletter_signup').length).toBeLessThanOrEqual(1)
    }
    expect([...types].sort()).toEqual([
      'affiliate_click',
      'contact_sent',
      'ebook_download',
      'free_gift_click',
      'newsletter_signup',
      'review_view',
    ])
  })

  it('give affiliate clicks a product and a value', () => {
    for (const click of ofType('conversion').filter(({ event_type }) => event_type === 'affiliate_click'))
      expect(click).toMatchObject({
        product_name: expect.any(String),
        product_rank: expect.any(Number),
        value: 5,
        currency: 'GBP',
      })
  })
})

describe('experiments', () => {
  it('assign the variant of the hash on the review, once a session', () => {
    for (const session of sessions) {
      const all = eventsOf(session)
      const assigned = ofType('ab_assignment', all)
      const sawReview = ofType('page_view', all).some(({ page_path }) => page_path.startsWith('/reviews/'))
      expect(assigned.length).toBe(sawReview ? 2 : 0)
      for (const { test_name, variant } of assigned) {
        const experiment = findExperiment(test_name)
        expect(experiment && assignVariant(experiment, session[0]?.sent.session_id ?? '')).toBe(variant)
      }
    }
  })

  it('affect only affiliate clicks', () => {
    const seen = new Map<string, { sessions: number; clicks: number }>()
    for (const session of [...traffic(options({ sessions: 25_000 }))].filter((one) => !isBot(one))) {
      const all = eventsOf(session)
      const clicked = ofType('conversion', all).some(({ event_type }) => event_type === 'affiliate_click')
      for (const { test_name, variant } of ofType('ab_assignment', all)) {
        const arm = seen.get(`${test_name} ${variant}`) ?? { sessions: 0, clicks: 0 }
        const counted = { sessions: arm.sessions + 1, clicks: arm.clicks + (clicked ? 1 : 0) }
        seen.set(`${test_name} ${variant}`, counted)
      }
    }
    const rate = (variant: string) => {
      const { clicks = 0, sessions: all = 1 } = seen.get(`${PLANTED_EFFECT.test} ${variant}`) ?? {}
      return clicks / all
    }
    for (const other of ['Learn More', 'Get This Product'])
      expect(Math.abs(rate(other) - AFFILIATE_RATE)).toBeLessThan(0.03)
    const planted = AFFILIATE_RATE * PLANTED_EFFECT.times
    expect(Math.abs(rate(PLANTED_EFFECT.variant) - planted)).toBeLessThan(0.03)
  })
})
