import {
  aClick,
  aConversion,
  anAssignment,
  anEngagement,
  aPageView,
} from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { eventId } from '../spool/testing/rows.ts'
import { totalsOf } from '../spool/testing/totals.ts'
import { atNow, nthView } from '../testing/drafts.ts'
import { idsOf, TestIngest } from '../testing/test-ingest.ts'
import { countRefusal } from './accept-beacon.ts'

const none = totalsOf({})

describe('acceptBeacon', () => {
  it('has synced every event to disk when it responds', async () => {
    await using test = await TestIngest.open()
    const syncs = test.files.calls.datasync
    expect(await test.send({ events: [nthView(1), nthView(2)] })).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: [],
    })
    expect(test.files.calls.datasync).toBeGreaterThan(syncs)
    expect(test.spool.totals).toEqual(totalsOf({ accepted: 2 }))
    expect(idsOf(await test.takeRows())).toEqual([eventId(1), eventId(2)])
  })

  it('does not respond before the disk has confirmed', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [nthView(1)] })
    const sync = test.files.hold('datasync')
    let responded = false
    const sending = test.send({ events: [nthView(2)] }).then(() => (responded = true))
    await sync.reached
    expect(responded).toBe(false)
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
      events: [nthView(1), anEngagement({ occurred_at: atNow() })],
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
          nthView(1),
          anAssignment({ event_id: eventId(2), occurred_at: atNow() }),
          { ...nthView(3), page_path: '' },
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
    await test.send({ events: [nthView(1)] })
    test.files.fail({ operation: 'datasync', code: 'EIO' })
    await expect(test.send({ events: [nthView(1), nthView(2)] })).rejects.toThrow()
    expect(await test.send({ events: [nthView(1), nthView(2)] })).toMatchObject({
      accepted: 1,
      duplicates: 1,
    })
  })

  it('a full spool takes nothing and says so', async () => {
    await using test = await TestIngest.open({ maxBytes: 2_000 })
    const events = Array.from({ length: 100 }, (_, n) => nthView(n))
    await expect(test.send({ events })).rejects.toMatchObject({ code: 'spool_full' })
    expect(test.spool.totals).toEqual(none)
    expect(await test.send({ events: [nthView(0)] })).toMatchObject({ accepted: 1, duplicates: 0 })
  })

  it('a spool that is shutting down takes nothing and says so', async () => {
    await using test = await TestIngest.open()
    await test.spool.close()
    await expect(test.send({ events: [nthView(1)] })).rejects.toMatchObject({ code: 'spool_closed' })
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
