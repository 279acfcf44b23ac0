import { anAssignment, aPageView } from '@half-measure/shared/testing/events.ts'
import { describe, expect, it } from 'vitest'
import type { Spool } from '../../spool/spool.ts'
import { eventIdsOf, type StoredRows } from '../../spool/row-block.ts'
import { aBeaconAtNow, atNow } from '../../testing/drafts.ts'
import { TestIngest } from '../../testing/test-ingest.ts'
import { UnverifiedRows } from './unverified-rows.ts'

const OLD = 'session_1_old0'
const OTHER = 'session_2_old0'

/** The next batch with its rows; it is committed. */
async function takeBatch(spool: Spool) {
  await spool.flush()
  const batch = await spool.nextBatch()
  if (!batch) throw new Error('the spool is open')
  const found = await spool.readBatch(batch)
  await spool.commit(batch, batch.rows, 0)
  return { batch, found }
}

const idsOf = (rows: readonly StoredRows[]) => rows.flatMap(({ bytes }) => [...eventIdsOf(bytes)])

const session = (session_id: string) =>
  aBeaconAtNow({
    session_id,
    events: [aPageView({ occurred_at: atNow() }), anAssignment({ occurred_at: atNow() })],
  })

describe('UnverifiedRows', () => {
  it('are all rows, until the known ids are complete', async () => {
    await using test = await TestIngest.open()
    const unverified = new UnverifiedRows(test.spool)
    await test.send(session(OLD))
    const before = await takeBatch(test.spool)
    expect(unverified.of(before.batch, before.found)).toBe(before.found)

    await unverified.endLookups()
    await test.send(session(OTHER))
    const after = await takeBatch(test.spool)
    expect(unverified.of(after.batch, after.found)).toEqual([])
    expect(unverified.of(before.batch, before.found)).toBe(before.found)
  })

  it('are the assignments alone of a session that could not be looked up', async () => {
    await using test = await TestIngest.open()
    const unverified = new UnverifiedRows(test.spool)
    await unverified.endLookups()
    unverified.doubt(OLD)
    const sent = session(OLD)
    await test.send(sent)
    await test.send(session(OTHER))
    const { batch, found } = await takeBatch(test.spool)
    const rows = unverified.of(batch, found)
    expect(idsOf(rows)).toEqual([sent.events[1]?.event_id])
    expect(rows).toMatchObject([{ table: 'ab_test_assignments', count: 1 }])
  })
})
