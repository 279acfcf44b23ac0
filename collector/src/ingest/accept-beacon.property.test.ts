import { almostEvent, jsonValue, wordyEvent } from '@half-measure/shared/testing/arbitrary-json.ts'
import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aBeaconAtNow } from '../testing/drafts.ts'
import { TestIngest } from '../testing/test-ingest.ts'
import { parseEvents } from './accept-beacon.ts'
import { DROP_REASONS } from '@half-measure/shared/stats/rejection-reasons.ts'

const event = fc.oneof(almostEvent, wordyEvent, jsonValue)
/** Some events come twice, in one beacon or in two. */
const beacons = fc
  .tuple(
    fc.uniqueArray(event, { maxLength: 6 }),
    fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 8 }),
  )
  .map(([events, picks]) => [events, picks.flatMap((pick) => events[pick] ?? [])])

it('whatever a beacon holds, every event is accounted for once, and what is accepted is on disk as clean rows', async () => {
  await using test = await TestIngest.open()
  let sent = 0
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(beacons, async (sequence) => {
      for (const events of sequence) {
        const receipt = await test.send({ events })
        expect(receipt.accepted + receipt.duplicates + receipt.rejected.length).toBe(events.length)
        for (const { index, reason } of receipt.rejected) {
          expect(index).toBeLessThan(events.length)
          expect(Object.keys(DROP_REASONS)).toContain(reason)
        }
        sent += events.length
        accepted += receipt.accepted
      }
    }),
    { numRuns: 150 },
  )

  const { totals } = test.spool
  const rejected = Object.values(totals.rejected).reduce((sum, count) => sum + count, 0)
  expect(totals.accepted).toBe(accepted)
  expect(totals.accepted + totals.duplicates + rejected).toBe(sent)
  expect(totals.received).toBe(sent)
  expect(accepted).toBeGreaterThan(50)
  expect(totals.duplicates).toBeGreaterThan(50)
  expect(rejected).toBeGreaterThan(50)

  const rows = await test.takeRows()
  expect(rows).toHaveLength(accepted)
  expect(new Set(rows.map(({ row }) => row['event_id'])).size).toBe(accepted)
  for (const { row } of rows) {
    const text = JSON.stringify(row)
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i)
  }
})

it('an event is parsed as its schema says, good or bad, for the same reason', () => {
  const beacon = Beacon.parse(aBeaconAtNow())
  let good = 0
  fc.assert(
    fc.property(fc.oneof(almostEvent, wordyEvent, jsonValue), (candidate) => {
      const [parsed] = parseEvents({ ...beacon, events: [candidate] })
      const plain = Event.safeParse(candidate)
      expect(parsed?.data).toEqual(plain.data)
      expect(parsed?.error?.issues).toEqual(plain.error?.issues)
      if (plain.success) good++
    }),
    { numRuns: 2_000 },
  )
  expect(good).toBeGreaterThan(200)
})
