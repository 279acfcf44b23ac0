import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
import { ISSUE_FIGURES } from '@half-measure/shared/audience/issue-report.ts'
import { DEFINITIONS } from '@half-measure/shared/stats/definitions.ts'
import { DIMENSION_DEFINITIONS } from '@half-measure/shared/stats/engine/dimensions.ts'
import type { AnyEvent, View } from '../stats-engine/random-events.ts'
import { SessionStack } from './session-stack.ts'

const NOON = Date.UTC(2026, 9, 20, 12)

let stack: SessionStack
beforeAll(async () => {
  stack = await SessionStack.open(NOON)
})
afterAll(() => stack[Symbol.asyncDispose]())

let tabs = 0

/** Views of one tab at these moments. */
function views(moments: readonly number[], of: (i: number) => Partial<View> = () => ({})): View[] {
  const session = `session_${NOON}_tab${++tabs}`
  return moments.map((at, i) => ({
    kind: 'views',
    at,
    session,
    bot: false,
    id: crypto.randomUUID(),
    path: `/${i}`,
    channel: i === 0 ? 'search' : 'internal',
    source: i === 0 ? 'Google' : '',
    referrer: i === 0 ? 'google.com' : 'halfmeasure.test',
    utm: { source: '', medium: '', campaign: '', term: '', content: '' },
    language: 'en-GB',
    screen: '390x844',
    country: 'GB',
    device: 'phone',
    browser: 'Safari',
    os: 'iOS',
    ...of(i),
  }))
}

/** What the engine makes of them, by the beginning: how long each session is, and more. */
async function made<T>(
  events: readonly AnyEvent[],
  of: (row: Awaited<ReturnType<SessionStack['read']>>[number]) => T,
) {
  await stack.store(events)
  const hash = (await stack.hashesOf([events[0]?.session ?? ''])).get(events[0]?.session ?? '')
  return (await stack.read()).filter((row) => row.hash === hash).map(of)
}

describe('a session', () => {
  it('ends after exactly half an hour without an event', async () => {
    const pause = 30 * MINUTE_MS
    const one = await made(views([NOON, NOON + pause - 1]), ({ view_count }) => view_count)
    const two = await made(views([NOON, NOON + pause]), ({ view_count }) => view_count)
    expect([one, two]).toEqual([[2], [1, 1]])
  })

  it('goes on with an event of any kind', async () => {
    const [first, last] = views([NOON, NOON + 50 * MINUTE_MS])
    if (!first || !last) throw new Error('there are two views')
    const reading: AnyEvent = {
      ...first,
      kind: 'engagement',
      at: NOON + 25 * MINUTE_MS,
      id: crypto.randomUUID(),
      activeMs: 1_000,
      depth: 25,
    }
    expect(await made([first, reading, last], ({ duration_ms }) => duration_ms)).toEqual([50 * MINUTE_MS])
  })

  it.each([
    ['midnight', Date.UTC(2026, 9, 21)],
    ['the night in which clocks go back', Date.UTC(2026, 9, 25, 1)],
    ['the night in which clocks go forward', Date.UTC(2026, 2, 29, 1)],
    ['the end of a year', Date.UTC(2027, 0, 1)],
  ])('goes on over %s', async (_, at) => {
    const moments = Array.from({ length: 9 }, (_, i) => at + (i - 4) * 20 * MINUTE_MS)
    expect(await made(views(moments), ({ duration_ms }) => duration_ms)).toEqual([160 * MINUTE_MS])
  })

  it('lasts at most 24 hours from its first event', async () => {
    const moments = Array.from({ length: 3 * 24 * 4 }, (_, i) => NOON + i * 15 * MINUTE_MS)
    const found = await made(views(moments), ({ started, tab_sequence }) => [started, tab_sequence])
    expect(found).toEqual([
      [NOON, 1],
      [NOON + DAY_MS, 2],
      [NOON + 2 * DAY_MS, 3],
    ])
  })

  it('takes its source from the previous session when the tab is resumed', async () => {
    const later = await made(views([NOON, NOON + HOUR_MS, NOON + 3 * HOUR_MS]), (row) => [
      row.tab_sequence,
      row.source,
      row.channel,
      row.entry,
    ])
    expect(later).toEqual([
      [1, 'Google', 'search', '/0'],
      [2, 'Google', 'search', '/1'],
      [3, 'Google', 'search', '/2'],
    ])
  })

  it('forgets the previous session after thirty days', async () => {
    const of = (row: { tab_sequence: number; source: string }) => [row.tab_sequence, row.source]
    const moments = [0, 30 * DAY_MS - 1, 60 * DAY_MS - 1, 60 * DAY_MS + HOUR_MS].map((ms) => NOON + ms)
    const expected = [
      [1, 'Google'],
      [2, 'Google'],
      [1, ''],
      [2, ''],
    ]
    expect(await made(views(moments), of)).toEqual(expected)
  })

  it('takes its campaign from the previous session too, which definitions of what campaigns brought say', async () => {
    const utm = { source: 'newsletter', medium: 'email', campaign: 'x', term: '', content: '' }
    const events = views([NOON, NOON + 40 * MINUTE_MS], (i) => (i === 0 ? { utm } : {}))
    expect(await made(events, ({ utm_campaign }) => utm_campaign)).toEqual(['x', 'x'])
    const { issueSessions } = DEFINITIONS
    const { channel, source } = DIMENSION_DEFINITIONS
    for (const definition of [
      issueSessions.definition,
      ISSUE_FIGURES.session_rate.definition,
      channel,
      source,
    ])
      expect(definition).toContain('after a pause of 30 minutes')
  })

  it('has its own source when an external link led back to the tab', async () => {
    const events = views([NOON, NOON + HOUR_MS, NOON + 3 * HOUR_MS], (i) =>
      i === 1 ? { channel: 'newsletter', source: 'friday' } : {},
    )
    expect(await made(events, ({ source }) => source)).toEqual(['Google', 'friday', 'friday'])
  })

  it('takes its source and country from the previous session if it has no page view', async () => {
    const [view, second] = views([NOON, NOON + HOUR_MS])
    if (!view || !second) throw new Error('there are two views')
    const click: AnyEvent = {
      ...second,
      kind: 'clicks',
      country: 'FR',
      path: '/somewhere',
      type: 'button',
      elementId: '',
    }
    const found = await made([view, click], (row) => [row.source, row.country, row.entry, row.view_count])
    expect(found).toEqual([
      ['Google', 'GB', '/0', 1],
      ['Google', 'GB', '', 0],
    ])
  })

  it('has an unknown source if it has no page view: Direct would be a guess', async () => {
    const [view] = views([NOON])
    if (!view) throw new Error('there is a view')
    const click: AnyEvent = { ...view, kind: 'clicks', type: 'button', elementId: '' }
    expect(await made([click], ({ source, channel, referrer }) => [source, channel, referrer])).toEqual([
      ['Unknown (no page view)', 'unknown', ''],
    ])
  })

  it('belongs to a person or a bot: a tab’s events as one are not in the session of the other', async () => {
    const events = views([NOON, NOON + MINUTE_MS, NOON + 2 * MINUTE_MS], (i) => ({ bot: i === 1 }))
    expect(await made(events, ({ is_bot, view_count }) => [is_bot, view_count])).toEqual([
      [0, 2],
      [1, 1],
    ])
  })

  it('goes by when events happened, whatever the session id says', async () => {
    const events = views([NOON, NOON + MINUTE_MS]).map((view) => ({
      ...view,
      session: 'session_9999999999999999_forged',
    }))
    expect(await made(events, ({ started }) => started)).toEqual([NOON])
  })
})

it('forgets the previous session after thirty days, also if that was finished before', async () => {
  const tab = views([0, 30 * DAY_MS - 1, 60 * DAY_MS - 1, 60 * DAY_MS + HOUR_MS].map((ms) => NOON + ms))
  await using alone = await SessionStack.open(NOON)
  for (const view of tab) {
    await alone.store([view], view.at)
    alone.now = view.at + 2 * HOUR_MS
    await alone.builder.finish()
  }
  await alone.expectSessionsOf(tab)
  expect((await alone.read()).map(({ source }) => source)).toEqual(['Google', 'Google', '', ''])
})
