import { setTimeout as sleep } from 'node:timers/promises'
import { acceptBeacon, type Ingest } from '../ingest/accept-beacon.ts'
import { CompiledBeacon } from '../ingest/compiled-schemas.ts'
import type { SeedBeacon } from './visit.ts'
import { assertAllAccepted, type Written } from './written.ts'

/** Beacons under way at once: enough to share a sync of the disk, few enough to leave room for real ones. */
const BEACONS_AT_ONCE = 400

/** Rows that the loader may be behind. */
const MAX_PENDING_ROWS = 100_000

/**
 * Sends visits the way of every event: steps, spool, loader. Waits while the loader is far behind, so that neither
 * disk nor memory fills up.
 *
 * @throws {SpoolError} if the disk refuses; what was accepted before is kept and counted.
 */
export async function writeThroughPath(
  ingest: Ingest,
  visits: Iterable<readonly SeedBeacon[]>,
  written: Written,
  stop: AbortSignal,
): Promise<void> {
  let underWay: Promise<void>[] = []
  try {
    for (const beacons of visits) {
      for (const beacon of beacons) underWay.push(send(beacon))
      written.visits++
      if (underWay.length < BEACONS_AT_ONCE) continue
      await settle()
      while (ingest.spool.pendingRows > MAX_PENDING_ROWS && !stop.aborted) await sleep(50)
      if (stop.aborted) return
    }
  } finally {
    await settle()
  }

  async function settle(): Promise<void> {
    const all = underWay
    underWay = []
    await Promise.all(all)
  }

  async function send({ sent, request }: SeedBeacon): Promise<void> {
    assertAllAccepted(await acceptBeacon(ingest, CompiledBeacon.parse(sent), request), sent.events)
    written.addEvents(sent.events)
  }
}
