import { aClick, aConversion } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import { eventId } from '../spool/testing/rows.ts'
import { totalsOf } from '../spool/testing/totals.ts'
import { nthView } from '../testing/drafts.ts'
import { idsOf, TestIngest } from '../testing/test-ingest.ts'

describe('acceptBeacon and bad events', () => {
  it('one bad event never costs its neighbours', async () => {
    await using test = await TestIngest.open()
    const receipt = await test.send({
      events: [
        nthView(1),
        { ...nthView(2), page_path: '' },
        nthView(3),
        [],
        nthView(4),
        { ...nthView(3) },
        nthView(5),
      ],
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
    ['an id of 10,000 characters', () => ({ ...nthView(2), event_id: 'x'.repeat(10_000) })],
    ['an id that is an object', () => ({ ...nthView(2), event_id: { toString: 'x' } })],
    [
      'prototypes',
      () => JSON.parse('{"__proto__":{"type":"page_view"},"constructor":{"prototype":{}}}') as unknown,
    ],
    ['a list in itself', () => [[[[[]]]]]],
  ])('an event with %s costs itself only', async (_, bad) => {
    await using test = await TestIngest.open()
    const receipt = await test.send({ events: [nthView(1), bad(), nthView(3)] })
    expect(receipt).toMatchObject({ accepted: 2, rejected: [{ index: 1, reason: 'invalid_event' }] })
    const [rejected] = receipt.rejected
    expect(JSON.stringify(rejected).length).toBeLessThan(500)
    expect(idsOf(await test.takeRows())).toEqual([eventId(1), eventId(3)])
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
