import { setImmediate as turn } from 'node:timers/promises'
import type { Account } from '../reconciliation/account.ts'
import { CompiledBeacon } from '../ingest/compiled-schemas.ts'
import { type Deciding, decideBeacon } from '../ingest/decide-beacon.ts'
import { DirectBatch } from './direct-batch.ts'
import type { SeedBeacon } from './visit.ts'
import { assertAllAccepted, type Written } from './written.ts'

/** Large enough for the database, small enough for the memory of its views. */
const BATCH_ROWS = 120_000

/** So many visits are made between two turns of the event loop, which others may share: a few milliseconds. */
const VISITS_PER_TURN = 100

/**
 * Writes visits straight into the tables, through the same steps as everything else but past the spool. One batch is
 * filled while the one before it is inserted. A new month begins a new batch, because months are partitions.
 */
export async function writeDirect(
  account: Pick<Account, 'insertDirect'>,
  deciding: Deciding,
  visits: Iterable<readonly SeedBeacon[]>,
  written: Written,
  stop: AbortSignal,
): Promise<void> {
  let filling = new DirectBatch()
  let spare = new DirectBatch()
  let inserted: Promise<void> = Promise.resolve()
  let month = ''
  let visit = 0

  for (const beacons of visits) {
    const monthOfVisit = monthOf(beacons)
    if (filling.holds.total >= BATCH_ROWS || monthOfVisit !== month) await insert()
    month = monthOfVisit
    filling.holds.visits++
    for (const { sent, request } of beacons) {
      const { receipt, rows } = decideBeacon(deciding, CompiledBeacon.parse(sent), request)
      assertAllAccepted(receipt, sent.events)
      filling.add(rows)
      filling.holds.addEvents(sent.events)
    }
    if (++visit % VISITS_PER_TURN === 0) await turn()
    if (stop.aborted) break
  }
  // A batch that is not full when it is stopped is left out whole: nothing of it is written, nothing counted.
  if (!stop.aborted) await insert()
  await inserted

  async function insert(): Promise<void> {
    await inserted
    if (filling.holds.total === 0) return
    const batch = filling
    filling = spare
    spare = batch
    filling.clear()
    inserted = account.insertDirect(batch.id, batch.tables).then(() => written.addAll(batch.holds))
    // Who waits for it hears of a failure; until then it is nobody's.
    inserted.catch(() => {})
  }
}

function monthOf([first]: readonly SeedBeacon[]): string {
  return new Date(first?.request.receivedAt ?? 0).toISOString().slice(0, 7)
}
