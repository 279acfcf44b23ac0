import type { Beacon, BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import { sizeOf } from '../spool/encode-group.ts'
import type { Spool } from '../spool/spool.ts'
import { noTotals } from '../spool/totals.ts'
import { type Deciding, type Decision, decideBeacon, parseEvents } from './decide-beacon.ts'
import type { RefusalReason } from '@half-measure/shared/stats/rejection-reasons.ts'
import type { RecentAssignments } from './recent-assignments.ts'
import type { RequestFacts } from './request-facts.ts'
import { mayPredateWindow, type SeenIds } from './seen-ids.ts'

export interface Ingest extends Deciding {
  readonly spool: Spool
  readonly seen: SeenIds
  readonly recentAssignments: RecentAssignments
  /** Tests in which the database has an assignment of the session. Queried for sessions older than the window only. */
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
  const candidates = parseEvents(beacon)
  if (candidates.some(({ data }) => data?.type === 'ab_assignment'))
    await recallAssignments(ingest, beacon, request)

  const { session_id } = beacon
  // Counted before anything is decided, from what was sent: an event that gets lost in deciding is missing in the sum.
  const received = beacon.events.length
  const decision = decideBeacon(ingest, beacon, request, candidates)
  const { receipt, rows, tally } = decision
  try {
    // In the same turn: another request could take these ids for stored ones.
    const bytes = sizeOf(rows)
    const refusal = ingest.spool.refusalOf(bytes)
    if (refusal) throw refusal
    await ingest.spool.append(rows, { ...tally, received }, bytes)
  } catch (error) {
    removeIds(ingest.seen, session_id, decision)
    throw error
  }
  for (const { testName, ...assignment } of decision.assignments) {
    ingest.recentAssignments.set(session_id, testName, assignment)
  }
  return receipt
}

/** Counts a beacon that is refused whole: its events where they can be counted, one where they cannot. */
export async function countRefusal(ingest: Ingest, reason: RefusalReason, events: number): Promise<void> {
  await ingest.spool.append([], { ...noTotals(), received: events, rejected: { [reason]: events } })
}

function removeIds(seen: SeenIds, sessionId: string, { ids, assignments }: Decision): void {
  for (const id of ids) seen.remove(id)
  for (const { testName } of assignments) seen.removeAssignment(sessionId, testName)
}

/** Adds an old session's stored assignments to the window, so that the steps need no query. */
async function recallAssignments(ingest: Ingest, beacon: Beacon, request: RequestFacts): Promise<void> {
  if (!mayPredateWindow(beacon.session_id, request.receivedAt)) return
  try {
    for (const testName of await ingest.assignedTests(beacon.session_id)) {
      ingest.seen.recallAssignment(beacon.session_id, testName, request.receivedAt)
    }
  } catch {
    // The database is unavailable. Accepting an assignment of so old a session twice does less harm than refusing events
    // meanwhile, and reconciliation reports such a pair.
  }
}
