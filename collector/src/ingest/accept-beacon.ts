import type { Beacon, BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import { EVENT_TABLES, type EventTable } from '../event-tables.ts'
import type { RowBlock } from '../spool/row-block.ts'
import type { Spool } from '../spool/spool.ts'
import { noTotals } from '../spool/totals.ts'
import type { RefusalReason } from './drop-reason.ts'
import { newDraft, runPipeline } from './pipeline.ts'
import type { RequestFacts } from './request-facts.ts'
import { rowOf } from './row-of.ts'
import type { SeenIds } from './seen-ids.ts'
import type { Step } from './steps/step.ts'

export interface Ingest {
  readonly spool: Spool
  readonly seen: SeenIds
  readonly steps: readonly Step[]
}

/**
 * Decides about each event of a beacon and keeps what is to be kept. Resolves when that is on disk and synced,
 * the counts of what was not kept included; so a duplicate is only called one once the original is safe too.
 *
 * @throws {SpoolError} and then nothing of the beacon is kept, and all of it may be sent again.
 */
export async function acceptBeacon(
  ingest: Ingest,
  beacon: Beacon,
  request: RequestFacts,
): Promise<BeaconReceipt> {
  const receipt: BeaconReceipt = { accepted: 0, duplicates: 0, rejected: [] }
  const tally = noTotals()
  const rows = new Map<EventTable, string[]>()
  const kept: Event[] = []

  for (const [index, candidate] of beacon.events.entries()) {
    const parsed = Event.safeParse(candidate)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      reject(
        index,
        candidate,
        'invalid_event',
        issue && `${issue.path.join('.') || 'event'}: ${issue.message}`,
      )
      continue
    }
    const draft = newDraft(parsed.data, beacon, request)
    const reason = runPipeline(ingest.steps, draft)
    if (reason === 'duplicate') {
      receipt.duplicates++
      tally.duplicates++
    } else if (reason) {
      reject(index, candidate, reason)
    } else {
      const row = rowOf(draft)
      const block = rows.get(row.table)
      if (block) block.push(row.json)
      else rows.set(row.table, [row.json])
      kept.push(parsed.data)
    }
  }

  try {
    await ingest.spool.append(blocksOf(rows), tally)
  } catch (error) {
    forget(ingest.seen, kept, beacon.session_id)
    throw error
  }
  receipt.accepted = kept.length
  return receipt

  function reject(index: number, candidate: unknown, reason: string, detail?: string): void {
    receipt.rejected.push({ index, event_id: idOf(candidate), reason, ...(detail ? { detail } : {}) })
    tally.rejected[reason] = (tally.rejected[reason] ?? 0) + 1
  }
}

/** Counts a beacon that is refused whole: its events where they can be counted, one where they cannot. */
export async function countRefusal(ingest: Ingest, reason: RefusalReason, events: number): Promise<void> {
  await ingest.spool.append([], { ...noTotals(), rejected: { [reason]: events } })
}

function blocksOf(rows: ReadonlyMap<EventTable, string[]>): RowBlock[] {
  return EVENT_TABLES.flatMap((table) => {
    const block = rows.get(table)
    return block ? [{ table, rows: block }] : []
  })
}

function forget(seen: SeenIds, events: readonly Event[], sessionId: string): void {
  for (const event of events) {
    seen.forget(event.event_id)
    if (event.type === 'ab_assignment') seen.forgetAssignment(sessionId, event.test_name)
  }
}

function idOf(candidate: unknown): string | null {
  if (typeof candidate !== 'object' || candidate === null || !('event_id' in candidate)) return null
  return typeof candidate.event_id === 'string' ? candidate.event_id.slice(0, 64) : null
}
