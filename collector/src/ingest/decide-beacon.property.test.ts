import { Beacon } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import { almostEvent, jsonValue, wordyEvent } from '@half-measure/shared/testing/arbitrary-json.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aBeaconAtNow } from '../testing/drafts.ts'
import { parseEvents } from './decide-beacon.ts'

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
