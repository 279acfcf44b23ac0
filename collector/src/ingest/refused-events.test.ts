import { anAssignment, aPageView } from '@half-measure/shared/testing/events.ts'
import { expect, it } from 'vitest'
import { TestIngest } from '../testing/test-ingest.ts'
import { aBeacon, aSessionId } from '@half-measure/shared/testing/events.ts'
import { Beacon } from '@half-measure/shared/events/beacon.ts'

it('an event is not called a duplicate of one that was refused in the same turn', async () => {
  await using test = await TestIngest.open({ maxBytes: 2_000 })
  const events = Array.from({ length: 100 }, () => aPageView())
  // Pipelined requests on one connection, or two that were parsed in one turn.
  const [original, again] = await Promise.allSettled([
    test.send({ events }),
    test.send({ events: [events[0]] }),
  ])
  expect(original.status).toBe('rejected')
  // Stored nowhere, so whoever sent it must not be told that it is.
  const stored = test.spool.totals.accepted
  const toldDuplicate = again.status === 'fulfilled' && again.value.duplicates === 1
  expect({ stored, toldDuplicate }).not.toEqual({ stored: 0, toldDuplicate: true })
})

it('the session id is bounded like everything else: 64 KiB must not become megabytes of rows', () => {
  const id = `session_${'1'.repeat(50_000)}_aaaa`
  expect(Beacon.safeParse(aBeacon({ session_id: id })).success).toBe(false)
  expect(Beacon.safeParse(aBeacon({ session_id: aSessionId() })).success).toBe(true)
})

it('a database that is away costs no event of a session that is older than the window: 202 or 503, never 500', async () => {
  await using test = await TestIngest.open()
  // `session_1763632800000_k3j9x2`, the example of the contract, is such a session.
  const ingest = { ...test.ingest, assignedTests: () => Promise.reject(new Error('connect ECONNREFUSED')) }
  Object.assign(test, { ingest })
  const answer = await test
    .send(
      { session_id: 'session_1763632800000_k3j9x2', events: [aPageView(), anAssignment()] },
      { receivedAt: Date.now() },
    )
    .then(
      ({ accepted }) => accepted,
      (error: { name: string }) => error.name,
    )
  expect([1, 2, 'SpoolError']).toContain(answer)
})
