import { aClick, aConversion, anAssignment } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { eventId } from '../spool/testing/rows.ts'
import { totalsOf } from '../spool/testing/totals.ts'
import { atNow, nthView } from '../testing/drafts.ts'
import { idsOf, TestIngest } from '../testing/test-ingest.ts'

describe('acceptBeacon, reason by reason', () => {
  it('invalid_event: names the place and what is wrong there', async () => {
    await using test = await TestIngest.open()
    const receipt = await test.send({
      events: [
        { ...nthView(1), page_path: 'stories' },
        { ...nthView(2), type: 'purchase' },
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
        { ...nthView(1), occurred_at: atNow(-60_001) },
        { ...nthView(2), occurred_at: atNow(-60_000) },
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
    const receipt = await test.send({ events: [nthView(1), aClick()] }, { isPrefetch: true })
    expect(receipt).toMatchObject({ accepted: 0, rejected: [{ reason: 'prefetch' }, { reason: 'prefetch' }] })
    expect(test.spool.totals).toEqual(totalsOf({ rejected: { prefetch: 2 } }))
    // When the page is shown, the same events count.
    expect(await test.send({ events: [nthView(1)] })).toMatchObject({ accepted: 1 })
  })

  it('erased: everything of an erased session', async () => {
    await using test = await TestIngest.open()
    test.erased.add('session_1_aaaa')
    const receipt = await test.send({ session_id: 'session_1_aaaa', events: [nthView(1), anAssignment()] })
    expect(receipt).toMatchObject({ accepted: 0, rejected: [{ reason: 'erased' }, { reason: 'erased' }] })
    expect(test.spool.totals).toEqual(totalsOf({ rejected: { erased: 2 } }))
    expect(await test.takeRows()).toEqual([])
  })

  it('duplicate: counted, and not among the rejected', async () => {
    await using test = await TestIngest.open()
    await test.send({ events: [nthView(1)] })
    expect(await test.send({ events: [nthView(1)] })).toEqual({ accepted: 0, duplicates: 1, rejected: [] })
    expect(test.spool.totals).toEqual(totalsOf({ accepted: 1, duplicates: 1, rejected: {} }))
    expect(idsOf(await test.takeRows())).toEqual([eventId(1)])
  })
})
