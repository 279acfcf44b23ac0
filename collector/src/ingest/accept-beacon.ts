import type { Beacon, BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import { EVENT_TABLES, type EventTable } from '../event-tables.ts'
import type { RowBlock } from '../spool/row-block.ts'
import type { Spool } from '../spool/spool.ts'
import { noTotals } from '../spool/totals.ts'
import type { RefusalReason } from './drop-reason.ts'
import type { Draft } from './draft.ts'
import { mayPredateWindow } from './old-session.ts'
import { newDraft, runPipeline } from './pipeline.ts'
import type { RecentAssignments } from './recent-assignments.ts'
import type { RequestFacts } from './request-facts.ts'
import { rowOf } from './row-of.ts'
import type { SeenIds } from './seen-ids.ts'
import type { Step } from './steps/step.ts'

export interface Ingest {
  readonly spool: Spool
  readonly seen: SeenIds
  readonly steps: readonly Step[]
  readonly recentAssignments: RecentAssignments
  /** Tests in which the database has an assignment of the session. Asked for sessions older than the window only. */
  readonly assignedTests: (sessionId: string) => Promise<readonly string[]>
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
  const kept: Draft[] = []

  const candidates = beacon.events.map((candidate) => Event.safeParse(candidate))
  if (candidates.some(({ data }) => data?.type === 'ab_assignment'))
    await recallAssignments(ingest, beacon, request)

  for (const [index, { success, data, error }] of candidates.entries()) {
    if (!success) {
      const [issue] = error.issues
      reject(index, 'invalid_event', issue && `${issue.path.join('.') || 'event'}: ${issue.message}`)
      continue
    }
    const draft = newDraft(data, beacon, request)
    const reason = runPipeline(ingest.steps, draft)
    if (reason === 'duplicate') {
      receipt.duplicates++
      tally.duplicates++
    } else if (reason) {
      reject(index, reason)
    } else {
      const row = rowOf(draft)
      const block = rows.get(row.table)
      if (block) block.push(row.json)
      else rows.set(row.table, [row.json])
      kept.push(draft)
    }
  }

  try {
    await ingest.spool.append(blocksOf(rows), tally)
  } catch (error) {
    forget(ingest.seen, kept)
    throw error
  }
  for (const { event, createdAt } of kept) {
    if (event.type !== 'ab_assignment') continue
    const { test_name, variant } = event
    ingest.recentAssignments.set(beacon.session_id, test_name, { variant, assignedAt: createdAt })
  }
  receipt.accepted = kept.length
  return receipt

  function reject(index: number, reason: string, detail?: string): void {
    receipt.rejected.push({
      index,
      event_id: idOf(beacon.events[index]),
      reason,
      ...(detail ? { detail } : {}),
    })
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

function forget(seen: SeenIds, drafts: readonly Draft[]): void {
  for (const { event, beacon } of drafts) {
    seen.forget(event.event_id)
    if (event.type === 'ab_assignment') seen.forgetAssignment(beacon.session_id, event.test_name)
  }
}

/** Brings what the database knows of an old session into the window, so that the steps need not ask. */
async function recallAssignments(ingest: Ingest, beacon: Beacon, request: RequestFacts): Promise<void> {
  if (!mayPredateWindow(beacon.session_id, request.receivedAt)) return
  for (const testName of await ingest.assignedTests(beacon.session_id)) {
    ingest.seen.recallAssignment(beacon.session_id, testName, request.receivedAt)
  }
}

function idOf(candidate: unknown): string | null {
  if (typeof candidate !== 'object' || candidate === null || !('event_id' in candidate)) return null
  return typeof candidate.event_id === 'string' ? candidate.event_id.slice(0, 64) : null
}
