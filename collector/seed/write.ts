import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import type { SentEvent } from '@half-measure/shared/events/event.ts'
import { EVENT_TABLES, type EventTable } from '../src/events/event-tables.ts'
import {
  acceptBeacon,
  CompiledBeacon,
  type DecisionContext,
  decideBeacon,
  type Ingest,
} from '../src/ingest/accept-beacon.ts'
import type { Reconciliation } from '../src/reconciliation/reconciliation.ts'
import type { SessionBuilder } from '../src/warehouse/sessions/session-builder.ts'
import { stampRows } from '../src/spool/row-block.ts'
import type { Spool } from '../src/spool/spool.ts'
import type { SeedBeacon } from './session.ts'

/** Counts of what has been written so far. */
export class Written {
  sessions = 0
  readonly byType: Partial<Record<SentEvent['type'], number>> = {}

  get events(): number {
    return Object.values(this.byType).reduce((sum, count) => sum + count, 0)
  }

  addEvents(events: readonly SentEvent[]): void {
    for (const { type } of events) this.byType[type] = (this.byType[type] ?? 0) + 1
  }
}

type Sessions = Iterable<readonly SeedBeacon[]>

/** Rows of a batch: large enough for the database, small enough for memory. */
const BATCH_ROWS = 60_000
/** Sessions between two turns of the event loop: a few milliseconds. */
const SESSIONS_PER_TURN = 100

/**
 * Loads sessions into the tables in bulk, through the pipeline but not the spool. One batch is filled while the
 * one before it is inserted. A new month begins a new batch, because months are partitions. A batch that is not full
 * when `stop` is aborted is dropped whole and not counted.
 */
export async function bulkLoad(
  reconciliation: Pick<Reconciliation, 'importRows'>,
  deciding: DecisionContext,
  sessions: Sessions,
  written: Written,
  stop: AbortSignal,
): Promise<void> {
  let batch = emptyBatch()
  let inserted: Promise<void> = Promise.resolve()
  for (const beacons of sessions) {
    const month = monthOf(beacons)
    if (batch.rows >= BATCH_ROWS || month !== batch.month) await insert(month)
    for (const { sent, request } of beacons) {
      const { receipt, rows } = decideBeacon(deciding, CompiledBeacon.parse(sent), request)
      assertAccepted(receipt, sent.events)
      for (const block of rows) {
        for (const row of block.rows) batch.tables.get(block.table)?.push(row)
        batch.rows += block.rows.length
      }
      batch.events.push(...sent.events)
    }
    if (++batch.sessions % SESSIONS_PER_TURN === 0) await nextTurn()
    if (stop.aborted) break
  }
  if (!stop.aborted) await insert()
  await inserted

  async function insert(month = ''): Promise<void> {
    await inserted
    const { id, tables, events, sessions: count } = batch
    batch = emptyBatch(month)
    if (events.length === 0) return
    const blocks = [...tables].flatMap(([table, rows]) =>
      rows.length > 0 ? [{ table, count: rows.length, bytes: stampRows(id, rows) }] : [],
    )
    inserted = reconciliation.importRows(id, blocks).then(() => {
      written.sessions += count
      written.addEvents(events)
    })
    // The next await reports a failure.
    inserted.catch(() => {})
  }
}

function emptyBatch(month = '') {
  return {
    id: randomUUID() as string,
    month,
    rows: 0,
    sessions: 0,
    events: [] as SentEvent[],
    tables: new Map<EventTable, string[]>(EVENT_TABLES.map((table) => [table, []])),
  }
}

function monthOf([first]: readonly SeedBeacon[]): string {
  return new Date(first?.request.receivedAt ?? 0).toISOString().slice(0, 7)
}

/** Beacons in flight: enough to share a sync of the disk, few enough to leave room for real ones. */
const BEACONS_IN_FLIGHT = 400
/** Rows that the loader may be behind, so that neither disk nor memory fills up. */
const MAX_PENDING_ROWS = 100_000
/** Sessions that are marked as late in one statement. */
const SESSIONS_AT_ONCE = 1_000

/**
 * Sends sessions through pipeline, spool and loader, like real events. The sessions of their time may be finished, so
 * they are marked as late before they are sent, which holds however and by whichever collector the rows are loaded.
 *
 * @throws {SpoolError} if the disk refuses; everything accepted before is kept and counted.
 */
export async function writeThroughPath(
  ingest: Ingest,
  spool: Pick<Spool, 'pendingRows'>,
  builder: Pick<SessionBuilder, 'markLate'>,
  sessions: Sessions,
  written: Written,
  stop: AbortSignal,
): Promise<void> {
  let inFlight: Promise<void>[] = []
  const send = async ({ sent, request }: SeedBeacon) => {
    assertAccepted(await acceptBeacon(ingest, CompiledBeacon.parse(sent), request), sent.events)
    written.addEvents(sent.events)
  }
  try {
    for (const some of groupsOf(sessions)) {
      const ids = some.flatMap(([first]) => first?.sent.session_id ?? [])
      await builder.markLate(ids, Math.min(...some.flatMap(([first]) => first?.request.receivedAt ?? [])))
      for (const beacons of some) {
        inFlight.push(...beacons.map(send))
        written.sessions++
        if (inFlight.length < BEACONS_IN_FLIGHT) continue
        await Promise.all(inFlight.splice(0))
        while (spool.pendingRows > MAX_PENDING_ROWS && !stop.aborted) await sleep(50)
        if (stop.aborted) return
      }
    }
  } finally {
    await Promise.all(inFlight)
  }
}

function* groupsOf(sessions: Sessions): Generator<readonly (readonly SeedBeacon[])[]> {
  let group: (readonly SeedBeacon[])[] = []
  for (const session of sessions) {
    if (group.push(session) < SESSIONS_AT_ONCE) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** @throws if a synthetic event is refused, which is a bug. */
function assertAccepted({ accepted, rejected }: BeaconReceipt, events: readonly SentEvent[]): void {
  if (accepted === events.length) return
  const [refused] = rejected
  const reason = refused ? `${refused.reason} ${refused.detail ?? ''}` : 'it is a duplicate'
  throw new Error(`a synthetic event was not accepted: ${reason}`)
}
