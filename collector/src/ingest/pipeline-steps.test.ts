import { DAY_MS } from '@half-measure/shared/durations.ts'
import { aClick, aPageView, anAssignment } from '@half-measure/shared/testing/events.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { IdWindow } from '../spool/id-window.ts'
import { aDraft, atNow, NOW } from '../testing/drafts.ts'
import { SeenIds } from './seen-ids.ts'
import {
  dropBeforeConsent,
  dropDuplicate,
  putClient,
  clampClock,
  putCountry,
  putPagePath,
  putTrafficOrigin,
  type Step,
} from './pipeline.ts'

const granted = { consent: { analytics: true, version: '2026-11', at: atNow() } } as const

describe('dropBeforeConsent', () => {
  it.each([
    ['an hour after the grant', 3_600_000, undefined],
    ['at the grant', 0, undefined],
    ['a minute before it, on the page being read', -60_000, undefined],
    ['a millisecond more than a minute before it', -60_001, 'before_consent'],
    ['a year before it', -365 * 86_400_000, 'before_consent'],
  ])('an event %s', (_, offset, reason) => {
    const event = aPageView({ occurred_at: atNow(offset) })
    expect(dropBeforeConsent(aDraft({ event, beacon: granted }))).toBe(reason)
  })

  it('goes by the sender’s clock alone, however wrong it is', () => {
    const consent = { analytics: true, version: '2026-11', at: '2019-01-01T00:00:00Z' } as const
    const at = (occurred_at: string) => aDraft({ event: aPageView({ occurred_at }), beacon: { consent } })
    expect(dropBeforeConsent(at('2019-01-01T00:00:01Z'))).toBeUndefined()
    expect(dropBeforeConsent(at('2018-12-31T23:00:00Z'))).toBe('before_consent')
  })
})

describe('clampClock', () => {
  it.each([
    ['now', atNow(), NOW],
    ['a second ago', atNow(-1_000), NOW - 1_000],
    ['exactly 7 days ago', atNow(-7 * DAY_MS), NOW - 7 * DAY_MS],
    ['a millisecond more than that', atNow(-7 * DAY_MS - 1), NOW - 7 * DAY_MS],
    ['10 years ago', '2016-11-20T10:00:00Z', NOW - 7 * DAY_MS],
    ['before there was a calendar', '-200000-01-01T00:00:00Z', NOW - 7 * DAY_MS],
    ['5 minutes ahead', atNow(300_000), NOW + 300_000],
    ['a millisecond more than that', atNow(300_001), NOW + 300_000],
    ['10 years ahead', '2036-11-20T10:00:00Z', NOW + 300_000],
    ['at the end of time', '+275760-09-13T00:00:00Z', NOW + 300_000],
  ])('an event of %s', (_, occurred_at, expected) => {
    const draft = aDraft({ event: aPageView({ occurred_at }) })
    expect(clampClock(draft)).toBeUndefined()
    expect(draft.createdAt).toBe(expected)
  })

  it('leaves the event as it was sent', () => {
    const draft = aDraft({ event: aPageView({ occurred_at: '2016-11-20T10:00:00Z' }) })
    clampClock(draft)
    expect(draft.event.occurred_at).toBe(Date.UTC(2016, 10, 20, 10))
  })
})

describe('putPagePath', () => {
  it('gives a page view its page', () => {
    const draft = aDraft({ event: aPageView({ page_path: '/stories/?page=2' }) })
    expect(putPagePath(draft)).toBeUndefined()
    expect(draft.pagePath).toBe('/stories')
  })

  it('leaves an assignment without one', () => {
    const draft = aDraft({ event: anAssignment() })
    expect(putPagePath(draft)).toBeUndefined()
    expect(draft.pagePath).toBe('')
  })
})

describe('putClient', () => {
  it('gives a reader the details of the browser', () => {
    const draft = aDraft()
    expect(putClient(draft)).toBeUndefined()
    expect(draft.client).toEqual({ browser: 'Safari', os: 'iOS', device: 'mobile', isBot: false })
  })

  it('flags a program that says what it is, and keeps its event', () => {
    const draft = aDraft({
      request: { userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' },
    })
    expect(putClient(draft)).toBeUndefined()
    expect(draft.client.isBot).toBe(true)
  })
})

describe('putCountry', () => {
  it('gives the country of the reader’s address', () => {
    const addresses: string[] = []
    const step = putCountry((address) => {
      addresses.push(address)
      return 'GB'
    })
    const draft = aDraft({ request: { clientAddress: '81.2.69.142' } })
    expect(step(draft)).toBeUndefined()
    expect(draft.country).toBe('GB')
    expect(addresses).toEqual(['81.2.69.142'])
  })
})

const step = putTrafficOrigin('halfmeasure.test')

describe('putTrafficOrigin', () => {
  it('reads referrer and campaign of a page view', () => {
    const draft = aDraft({
      event: aPageView({ referrer: 'https://www.bing.com/search?q=beer', utm: { campaign: 'x' } }),
    })
    expect(step(draft)).toBeUndefined()
    expect(draft.origin).toEqual({ referrerHost: 'bing.com', source: 'Bing', channel: 'search' })
  })

  it('knows its own pages', () => {
    const draft = aDraft({ event: aPageView({ referrer: 'https://halfmeasure.test/stories' }) })
    step(draft)
    expect(draft.origin.channel).toBe('internal')
  })

  it('knows the page on which the reader accepted: the view of the moment of Accept, and no later one', () => {
    const at = Date.UTC(2026, 10, 20, 10)
    const channelAt = (occurredAt: number) => {
      const draft = aDraft({
        event: aPageView({
          referrer: 'https://halfmeasure.test/stories',
          occurred_at: new Date(occurredAt).toISOString(),
        }),
        beacon: { consent: { analytics: true, version: '2026-11', at: new Date(at).toISOString() } },
      })
      step(draft)
      return draft.origin.channel
    }
    expect([at - 1, at, at + 1].map(channelAt)).toEqual(['unknown', 'unknown', 'internal'])
  })

  it('leaves other events alone', () => {
    const draft = aDraft({ event: aClick() })
    expect(step(draft)).toBeUndefined()
    expect(draft.origin).toEqual({ referrerHost: '', source: '', channel: 'direct' })
  })
})

describe('dropDuplicate', () => {
  let step: Step
  beforeEach(() => {
    step = dropDuplicate(new SeenIds(new IdWindow(1_000, () => {})))
  })

  it('keeps an event once, whatever it comes as and in whichever session', () => {
    const event = aPageView()
    expect(step(aDraft({ event }))).toBeUndefined()
    expect(step(aDraft({ event }))).toBe('duplicate')
    expect(step(aDraft({ event, beacon: { session_id: 'session_2_other' } }))).toBe('duplicate')
    expect(step(aDraft({ event: aClick({ event_id: event.event_id.toUpperCase() }) }))).toBe('duplicate')
    expect(step(aDraft({ event: anAssignment({ event_id: event.event_id }) }))).toBe('duplicate')
  })

  it('keeps events with ids of their own, alike as they may be', () => {
    expect(step(aDraft({ event: aPageView() }))).toBeUndefined()
    expect(step(aDraft({ event: aPageView() }))).toBeUndefined()
  })

  it('keeps one assignment for a session and a test, whatever its id and variant', () => {
    const beacon = { session_id: 'session_1_aaaa' }
    expect(step(aDraft({ event: anAssignment({ variant: 'compact' }), beacon }))).toBeUndefined()
    expect(step(aDraft({ event: anAssignment({ variant: 'compact' }), beacon }))).toBe('duplicate')
    expect(step(aDraft({ event: anAssignment({ variant: 'detailed' }), beacon }))).toBe('duplicate')
  })

  it('says which assignments it drops: a second variant is worth knowing of', () => {
    const dropped: unknown[] = []
    const seen = new SeenIds(new IdWindow(1_000, () => {}))
    const step = dropDuplicate(seen, ({ event }) => dropped.push('variant' in event && event.variant))
    for (const variant of ['compact', 'detailed', 'compact'])
      step(aDraft({ event: anAssignment({ variant }) }))
    const view = aPageView()
    for (const event of [view, view]) step(aDraft({ event }))
    expect(dropped).toEqual(['detailed', 'compact'])
  })

  it('keeps assignments of another session or another test', () => {
    expect(step(aDraft({ event: anAssignment(), beacon: { session_id: 'session_1_aaaa' } }))).toBeUndefined()
    expect(step(aDraft({ event: anAssignment(), beacon: { session_id: 'session_1_bbbb' } }))).toBeUndefined()
    const other = anAssignment({ test_name: 'cta_button_text', variant: 'Learn More' })
    expect(step(aDraft({ event: other, beacon: { session_id: 'session_1_aaaa' } }))).toBeUndefined()
  })
})
