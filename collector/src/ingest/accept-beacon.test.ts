import {
  aClick,
  aConversion,
  anAssignment,
  anEngagement,
  aPageView,
} from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { eventId } from '../spool/testing/rows.ts'
import { atNow, NOW } from '../testing/drafts.ts'
import { type KeptRow, TestIngest } from '../testing/test-ingest.ts'
import { countRefusal } from './accept-beacon.ts'
import { totalsOf } from '../spool/testing/totals.ts'

const none = totalsOf({})

/** The n-th page view. */
const view = (n: number) => aPageView({ event_id: eventId(n), occurred_at: atNow() })

const idsOf = (rows: readonly KeptRow[]) => rows.map(({ row }) => row['event_id'])

describe('acceptBeacon', () => {
  it('has every event on disk and synced when it answers', async () => {
    await using test = await TestIngest.open()
    const syncs = test.files.calls.datasync
    expect(await test.send({ events: [view(1), view(2)] })).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: [],
    })
    expect(test.files.calls.datasync).toBeGreaterThan(syncs)
    expect(test.spool.totals).toEqual(totalsOf({ accepted: 2 }))
    expect(idsOf(await test.takeRows())).toEqual([eventId(1), eventId(2)])
  })

  it('does not answer before the disk has confirmed', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [view(1)] })
    const sync = test.files.hold('datasync')
    let answered = false
    const sending = test.send({ events: [view(2)] }).then(() => (answered = true))
    await sync.reached
    expect(answered).toBe(false)
    sync.release()
    await sending
  })

  it('keeps events of all kinds, each in its table', async () => {
    await using test = await TestIngest.open()
    const events = [anEngagement(), aClick(), anAssignment(), aPageView(), aConversion()]
    expect(await test.send({ events })).toMatchObject({ accepted: 5 })
    const rows = await test.takeRows()
    expect(new Map(rows.map(({ table, row }) => [table, row['event_id']]))).toEqual(
      new Map([
        ['page_views', events[3]?.event_id],
        ['click_events', events[1]?.event_id],
        ['conversion_events', events[4]?.event_id],
        ['ab_test_assignments', events[2]?.event_id],
        ['engagement_events', events[0]?.event_id],
      ]),
    )
  })

  it('gives every row what the beacon and the request say', async () => {
    await using test = await TestIngest.open()
    await test.send({
      session_id: 'session_7_sameforall',
      consent: { analytics: true, version: 'v2', at: atNow() },
      events: [view(1), anEngagement({ occurred_at: atNow() })],
    })
    for (const { row } of await test.takeRows()) {
      expect(row).toMatchObject({
        session_id: 'session_7_sameforall',
        consent_version: 'v2',
        received_at: '2026-11-20 10:00:00.000',
        country: 'GB',
        is_bot: 0,
      })
    }
  })

  it('takes a beacon of no events', async () => {
    await using test = await TestIngest.open()
    expect(await test.send({ events: [] })).toEqual({ accepted: 0, duplicates: 0, rejected: [] })
    expect(test.spool.totals).toEqual(none)
  })
})

describe('acceptBeacon, reason by reason', () => {
  it('invalid_event: names the place and what is wrong there', async () => {
    await using test = await TestIngest.open()
    const receipt = await test.send({
      events: [
        { ...view(1), page_path: 'stories' },
        { ...view(2), type: 'purchase' },
        { ...aConversion({ event_id: eventId(3) }), event_type: 'purchase' },
        { type: 'page_view', occurred_at: atNow(), page_path: '/' },
        'page_view',
        null,
      ],
    })
    expect(receipt).toEqual({
      accepted: 0,
      duplicates: 0,
      rejected: [
        {
          index: 0,
          event_id: eventId(1),
          reason: 'invalid_event',
          detail: 'page_path: must start with /',
        },
        { index: 1, event_id: eventId(2), reason: 'invalid_event', detail: expect.stringMatching(/^type: /) },
        {
          index: 2,
          event_id: eventId(3),
          reason: 'invalid_event',
          detail: expect.stringMatching(/^event_type: /),
        },
        { index: 3, event_id: null, reason: 'invalid_event', detail: expect.stringMatching(/^event_id: /) },
        { index: 4, event_id: null, reason: 'invalid_event', detail: expect.stringMatching(/^event: /) },
        { index: 5, event_id: null, reason: 'invalid_event', detail: expect.stringMatching(/^event: /) },
      ],
    })
    expect(test.spool.totals).toEqual(totalsOf({ rejected: { invalid_event: 6 } }))
  })

  it('before_consent: an event more than a minute older than the grant', async () => {
    await using test = await TestIngest.open()
    const receipt = await test.send({
      consent: { analytics: true, version: '2026-11', at: atNow() },
      events: [
        { ...view(1), occurred_at: atNow(-60_001) },
        { ...view(2), occurred_at: atNow(-60_000) },
      ],
    })
    expect(receipt).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [{ index: 0, event_id: eventId(1), reason: 'before_consent' }],
    })
    expect(test.spool.totals).toEqual(totalsOf({ accepted: 1, rejected: { before_consent: 1 } }))
    expect(idsOf(await test.takeRows())).toEqual([eventId(2)])
  })

  it('prefetch: everything of a page that was fetched ahead', async () => {
    await using test = await TestIngest.open()
    const receipt = await test.send({ events: [view(1), aClick()] }, { purpose: 'prefetch;prerender' })
    expect(receipt).toMatchObject({ accepted: 0, rejected: [{ reason: 'prefetch' }, { reason: 'prefetch' }] })
    expect(test.spool.totals).toEqual(totalsOf({ rejected: { prefetch: 2 } }))
    // When the page is shown, the same events count.
    expect(await test.send({ events: [view(1)] })).toMatchObject({ accepted: 1 })
  })

  it('erased: everything of a session that was forgotten', async () => {
    await using test = await TestIngest.open()
    test.erased.add('session_1_aaaa')
    const receipt = await test.send({ session_id: 'session_1_aaaa', events: [view(1), anAssignment()] })
    expect(receipt).toMatchObject({ accepted: 0, rejected: [{ reason: 'erased' }, { reason: 'erased' }] })
    expect(test.spool.totals).toEqual(totalsOf({ rejected: { erased: 2 } }))
    expect(await test.takeRows()).toEqual([])
  })

  it('duplicate: counted, and not among the rejected', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [view(1)] })
    expect(await test.send({ events: [view(1)] })).toEqual({ accepted: 0, duplicates: 1, rejected: [] })
    expect(test.spool.totals).toEqual(totalsOf({ accepted: 1, duplicates: 1, rejected: {} }))
    expect(idsOf(await test.takeRows())).toEqual([eventId(1)])
  })

  it('one bad event never costs its neighbours', async () => {
    await using test = await TestIngest.open()
    const receipt = await test.send({
      events: [view(1), { ...view(2), page_path: '' }, view(3), [], view(4), { ...view(3) }, view(5)],
    })
    expect(receipt).toMatchObject({
      accepted: 4,
      duplicates: 1,
      rejected: [
        { index: 1, reason: 'invalid_event' },
        { index: 3, reason: 'invalid_event' },
      ],
    })
    expect(test.spool.totals).toEqual(
      totalsOf({ accepted: 4, duplicates: 1, rejected: { invalid_event: 2 } }),
    )
    expect(idsOf(await test.takeRows())).toEqual([1, 3, 4, 5].map(eventId))
  })

  it.each([
    [
      'a depth of 10,000',
      () => ({
        ...aClick(),
        click_data: JSON.parse('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)) as unknown,
      }),
    ],
    ['a number beyond all', () => ({ ...aConversion(), value: JSON.parse('1e400') as unknown })],
    ['an id of 10,000 characters', () => ({ ...view(2), event_id: 'x'.repeat(10_000) })],
    ['an id that is an object', () => ({ ...view(2), event_id: { toString: 'x' } })],
    [
      'prototypes',
      () => JSON.parse('{"__proto__":{"type":"page_view"},"constructor":{"prototype":{}}}') as unknown,
    ],
    ['a list in itself', () => [[[[[]]]]]],
  ])('an event with %s costs itself only', async (_, bad) => {
    await using test = await TestIngest.open()
    const receipt = await test.send({ events: [view(1), bad(), view(3)] })
    expect(receipt).toMatchObject({ accepted: 2, rejected: [{ index: 1, reason: 'invalid_event' }] })
    const [rejected] = receipt.rejected
    expect(JSON.stringify(rejected).length).toBeLessThan(500)
    expect(idsOf(await test.takeRows())).toEqual([eventId(1), eventId(3)])
  })

  it('a text that a database would refuse is cleaned, not fatal', async () => {
    await using test = await TestIngest.open()
    expect(await test.send({ events: [{ ...view(1), page_title: '\uD800\0' }] })).toMatchObject({
      accepted: 1,
    })
    const [kept] = await test.takeRows()
    expect(kept?.row).toMatchObject({ page_title: '\uFFFD\uFFFD' })
  })

  it('keeps what a click calls __proto__, constructor or a formula as text', async () => {
    await using test = await TestIngest.open()
    const click_data = JSON.parse('{"constructor":{"x":1},"deep":{"__proto__":{"x":1}},"a":"=1+1"}') as object
    const element_id = "'; DROP TABLE page_views; --"
    await test.send({ events: [{ ...aClick(), element_id, click_data }] })
    const [kept] = await test.takeRows()
    expect(kept?.row).toMatchObject({
      element_id,
      click_data: '{"constructor":{"x":1},"deep":{"__proto__":{"x":1}},"a":"=1+1"}',
    })
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })
})

describe('acceptBeacon and the same event again', () => {
  it('within a beacon: the first one counts', async () => {
    await using test = await TestIngest.open()
    const other = { ...view(1), page_path: '/elsewhere' }
    expect(await test.send({ events: [view(1), other, view(1)] })).toMatchObject({
      accepted: 1,
      duplicates: 2,
    })
    const rows = await test.takeRows()
    expect(rows.map(({ row }) => row['page_path'])).toEqual(['/articles/pine-beer'])
  })

  it('in capitals, in another session and as another kind: still the same', async () => {
    await using test = await TestIngest.open()
    const event_id = '0193a5c0-7f3e-7abc-8def-0123456789ab'
    await test.send({ events: [{ ...view(1), event_id }] })
    const again = await test.send({
      session_id: 'session_2_another',
      events: [{ ...view(1), event_id: event_id.toUpperCase() }, aClick({ event_id })],
    })
    expect(again).toEqual({ accepted: 0, duplicates: 2, rejected: [] })
    expect(await test.takeRows()).toHaveLength(1)
  })

  it('in a beacon with new ones: only those are kept', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [view(1), view(2)] })
    expect(await test.send({ events: [view(2), view(3), view(1)] })).toMatchObject({
      accepted: 1,
      duplicates: 2,
    })
    expect(idsOf(await test.takeRows())).toEqual([1, 2, 3].map(eventId))
  })

  it('five times at once: kept once, and every call is answered', async () => {
    await using test = await TestIngest.open()
    const receipts = await Promise.all(
      Array.from({ length: 5 }, () => test.send({ events: [view(1), view(2)] })),
    )
    expect(receipts.map(({ accepted, duplicates }) => [accepted, duplicates])).toEqual([
      [2, 0],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
    ])
    expect(test.spool.totals).toEqual(totalsOf({ accepted: 2, duplicates: 8, rejected: {} }))
    expect(await test.takeRows()).toHaveLength(2)
  })

  it('while the original is still on its way to the disk: not called a duplicate before that has arrived', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [view(1)] })
    const sync = test.files.hold('datasync')
    const original = test.send({ events: [view(2)] })
    await sync.reached
    let answered = false
    const again = test.send({ events: [view(2)] }).finally(() => (answered = true))
    await new Promise(setImmediate)
    expect(answered).toBe(false)
    sync.release()
    expect(await original).toMatchObject({ accepted: 1 })
    expect(await again).toMatchObject({ duplicates: 1 })
  })

  it('while the original is being refused: refused as well, and kept at the next try', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [view(1)] })
    test.files.fail({ operation: 'datasync', code: 'EIO' })
    const sync = test.files.hold('datasync')
    const original = test.send({ events: [view(2)] })
    await sync.reached
    const again = test.send({ events: [view(2)] })
    const answers = Promise.allSettled([original, again])
    sync.release()
    for (const answer of await answers)
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'spool_io' } })
    expect(await test.send({ events: [view(2)] })).toMatchObject({ accepted: 1 })
    expect(idsOf(await test.takeRows())).toEqual([eventId(1), eventId(2)])
  })
})

describe('acceptBeacon when the spool refuses', () => {
  it.each([
    ['a sync', { operation: 'datasync', code: 'EIO' }],
    ['a write', { operation: 'write', code: 'ENOSPC' }],
    ['a new segment', { operation: 'create', code: 'ENOSPC' }],
  ] as const)(
    'nothing of the beacon is kept, counted or remembered after the failure of %s',
    async (_, fault) => {
      await using test = await TestIngest.open()
      test.files.fail(fault)
      const beacon = {
        session_id: 'session_1_aaaa',
        events: [
          view(1),
          anAssignment({ event_id: eventId(2), occurred_at: atNow() }),
          { ...view(3), page_path: '' },
        ],
      }
      await expect(test.send(beacon)).rejects.toMatchObject({ name: 'SpoolError', code: 'spool_io' })
      expect(test.spool.totals).toEqual(none)
      expect(test.ingest.recentAssignments.get('session_1_aaaa', 'review_page_layout')).toBeUndefined()

      expect(await test.send(beacon)).toMatchObject({ accepted: 2, duplicates: 0, rejected: [{ index: 2 }] })
      expect(idsOf(await test.takeRows())).toEqual([eventId(1), eventId(2)])
      expect(test.spool.totals).toEqual(totalsOf({ accepted: 2, rejected: { invalid_event: 1 } }))
    },
  )

  it('an event that was known before stays known', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [view(1)] })
    test.files.fail({ operation: 'datasync', code: 'EIO' })
    await expect(test.send({ events: [view(1), view(2)] })).rejects.toThrow()
    expect(await test.send({ events: [view(1), view(2)] })).toMatchObject({ accepted: 1, duplicates: 1 })
  })

  it('a full spool takes nothing and says so', async () => {
    await using test = await TestIngest.open({ maxBytes: 2_000 })
    const events = Array.from({ length: 100 }, (_, n) => view(n))
    await expect(test.send({ events })).rejects.toMatchObject({ code: 'spool_full' })
    expect(test.spool.totals).toEqual(none)
    expect(await test.send({ events: [view(0)] })).toMatchObject({ accepted: 1, duplicates: 0 })
  })

  it('a spool that is shutting down takes nothing and says so', async () => {
    await using test = await TestIngest.open()
    await test.spool.close()
    await expect(test.send({ events: [view(1)] })).rejects.toMatchObject({ code: 'spool_closed' })
  })
})

describe('acceptBeacon and assignments', () => {
  const assignment = (n: number, variant: string) =>
    anAssignment({ event_id: eventId(n), variant, occurred_at: atNow(-n) })

  it('keeps the first of a session and a test; a later one is a duplicate', async () => {
    await using test = await TestIngest.open()
    await test.send({ session_id: 'session_1_aaaa', events: [assignment(1, 'compact')] })
    const later = await test.send({
      session_id: 'session_1_aaaa',
      events: [assignment(2, 'detailed'), assignment(1, 'compact')],
    })
    expect(later).toEqual({ accepted: 0, duplicates: 2, rejected: [] })
    const rows = await test.takeRows()
    expect(rows.map(({ row }) => [row['variant'], row['assigned_at']])).toEqual([
      ['compact', '2026-11-20 09:59:59.999'],
    ])
  })

  it('of two in one beacon and of five at once, too', async () => {
    await using test = await TestIngest.open()
    const beacon = (n: number) => ({
      session_id: 'session_1_aaaa',
      events: [assignment(2 * n + 1, 'compact'), assignment(2 * n + 2, 'default')],
    })
    const receipts = await Promise.all([0, 1, 2, 3, 4].map((n) => test.send(beacon(n))))
    expect(receipts.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1)
    expect(receipts.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(9)
    expect(await test.takeRows()).toHaveLength(1)
  })

  it('keeps one for each session and each test', async () => {
    await using test = await TestIngest.open()
    const other = anAssignment({ test_name: 'cta_button_text', variant: 'Learn More' })
    expect(
      await test.send({ session_id: 'session_1_aaaa', events: [assignment(1, 'compact'), other] }),
    ).toMatchObject({ accepted: 2 })
    expect(
      await test.send({ session_id: 'session_1_bbbb', events: [assignment(2, 'compact')] }),
    ).toMatchObject({
      accepted: 1,
    })
  })

  it('remembers the one it kept for whoever looks it up', async () => {
    await using test = await TestIngest.open()
    await test.send({ session_id: 'session_1_aaaa', events: [assignment(1, 'compact')] })
    await test.send({ session_id: 'session_1_aaaa', events: [assignment(2, 'detailed')] })
    expect(test.ingest.recentAssignments.get('session_1_aaaa', 'review_page_layout')).toEqual({
      variant: 'compact',
      assignedAt: NOW - 1,
    })
  })

  it('asks the database about a session that is older than the window', async () => {
    await using test = await TestIngest.open()
    const session_id = `session_${NOW - 30 * 86_400_000}_aaaa`
    test.assigned.set(session_id, ['review_page_layout'])
    const other = anAssignment({ test_name: 'cta_button_text', variant: 'Learn More' })
    expect(await test.send({ session_id, events: [assignment(1, 'compact'), other] })).toMatchObject({
      accepted: 1,
      duplicates: 1,
    })
    const rows = await test.takeRows()
    expect(rows.map(({ row }) => row['test_name'])).toEqual(['cta_button_text'])
  })

  it('does not ask about a session of today, nor without an assignment', async () => {
    await using test = await TestIngest.open()
    await test.send({ session_id: `session_${NOW}_aaaa`, events: [assignment(1, 'compact')] })
    await test.send({ session_id: 'session_1_aaaa', events: [view(2)] })
    expect(test.asked).toEqual([])
    await test.send({ session_id: 'session_1_aaaa', events: [assignment(3, 'compact')] })
    expect(test.asked).toEqual(['session_1_aaaa'])
  })
})

describe('countRefusal', () => {
  it('counts the events of a beacon that is refused whole, synced', async () => {
    await using test = await TestIngest.open()
    const syncs = test.files.calls.datasync
    await countRefusal(test.ingest, 'consent_required', 3)
    await countRefusal(test.ingest, 'consent_required', 1)
    await countRefusal(test.ingest, 'invalid_body', 1)
    expect(test.spool.totals).toEqual(totalsOf({ rejected: { consent_required: 4, invalid_body: 1 } }))
    expect(test.files.calls.datasync).toBeGreaterThan(syncs)
    expect(test.spool.pendingRows).toBe(0)
  })
})
