import { Beacon, type BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import type { RefusalReason } from '@half-measure/shared/stats/rejection-reasons.ts'
import { z } from 'zod'
import type { GroupCommit } from '../spool/group-commit.ts'
import type { RowBlock } from '../spool/row-block.ts'
import { noTotals, type Totals } from '../spool/totals.ts'
import { newDraft, rowOf, runPipeline, sharedColumns, type Step, TABLE_OF } from './pipeline.ts'
import type { RecentAssignments } from './assignments.ts'
import type { RequestMetadata } from './request-metadata.ts'
import { mayPredateWindow, type SeenIds } from './seen-ids.ts'

/** Compiled schemas parse valid requests in a third of the time, invalid ones as before. */
export const CompiledBeacon = z.compile(Beacon)
const CompiledEvent = z.compile(Event)

/** A collector's pipeline, and its id for the rows that it accepts. */
export interface DecisionContext {
  readonly steps: readonly Step[]
  readonly collectorId: string
}

export interface Ingest extends DecisionContext {
  /** The log of the shard that holds a session. */
  readonly groupCommitFor: (sessionId: string) => Pick<GroupCommit, 'append'>
  readonly seen: SeenIds
  readonly recentAssignments: RecentAssignments
  /** Tests in which the database has an assignment of the session. Queried for sessions older than the window only. */
  readonly assignedTests: (sessionId: string) => Promise<readonly string[]>
}

/**
 * Decides on each event of a beacon and appends the accepted ones to the log. Resolves when the log is synced, with
 * the counts of dropped events, so an event is reported as a duplicate only once the original is safe too.
 *
 * @throws {SpoolError} if nothing of the beacon is kept; all of it may be sent again.
 */
export async function acceptBeacon(
  ingest: Ingest,
  beacon: Beacon,
  request: RequestMetadata,
): Promise<BeaconReceipt> {
  const candidates = parseEvents(beacon)
  if (candidates.some(({ data }) => data?.type === 'ab_assignment'))
    await recallAssignments(ingest, beacon.session_id, request.receivedAt)
  const decision = decideBeacon(ingest, beacon, request, candidates)
  return keep(ingest, beacon.session_id, decision)
}

/** Counts the events of a refused beacon, or one if they cannot be counted. */
export function countRefusal(
  { groupCommitFor }: Ingest,
  reason: RefusalReason,
  events: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const tally = { ...noTotals(), received: events, rejected: { [reason]: events } }
    groupCommitFor('').append([], tally, (error) => (error ? reject(error) : resolve()))
  })
}

/** Appends the decision; resolves with the receipt once synced. Until then nothing else of the request is kept. */
function keep(
  { groupCommitFor, seen, recentAssignments }: Ingest,
  sessionId: string,
  { receipt, rows, tally, ids, assignments }: Decision,
): Promise<BeaconReceipt> {
  return new Promise((resolve, reject) => {
    groupCommitFor(sessionId).append(rows, tally, (error) => {
      if (error) {
        for (const id of ids) seen.remove(id)
        for (const { testName } of assignments) seen.removeAssignment(sessionId, testName)
        reject(error)
        return
      }
      for (const { testName, ...assignment } of assignments)
        recentAssignments.set(sessionId, testName, assignment)
      resolve(receipt)
    })
  })
}

/** Adds an old session's stored assignments to the window, so that the steps need no query. */
async function recallAssignments(
  { assignedTests, seen }: Ingest,
  sessionId: string,
  receivedAt: number,
): Promise<void> {
  if (!mayPredateWindow(sessionId, receivedAt)) return
  try {
    for (const testName of await assignedTests(sessionId))
      seen.recallAssignment(sessionId, testName, receivedAt)
  } catch {
    // The database is unavailable. Accepting an old session's assignment twice does less harm than refusing events, and
    // reconciliation reports such pairs.
  }
}

/** The outcome of a beacon. Nothing of it is kept yet. */
interface Decision {
  /** The response's body, once the rows and the tally are kept. */
  readonly receipt: BeaconReceipt
  /** Events received, and events not kept. */
  readonly tally: Totals
  /** Rows of the accepted events. */
  readonly rows: readonly RowBlock[]
  readonly ids: readonly string[]
  readonly assignments: readonly AcceptedAssignment[]
}

interface AcceptedAssignment {
  readonly testName: string
  readonly variant: string
  /** Milliseconds since 1970. */
  readonly assignedAt: number
}

type Candidate = z.ZodSafeParseResult<Event>

export function parseEvents({ events }: Beacon): Candidate[] {
  return events.map((event) => CompiledEvent.safeParse(event))
}

/** Runs each event of a beacon through the pipeline. Events that pass count as seen from now on. */
export function decideBeacon(
  { steps, collectorId }: DecisionContext,
  beacon: Beacon,
  request: RequestMetadata,
  candidates: readonly Candidate[] = parseEvents(beacon),
): Decision {
  const receipt: BeaconReceipt = { accepted: 0, duplicates: 0, rejected: [] }
  // Counted on arrival: an event lost below leaves the sum short.
  const tally: Totals = { received: beacon.events.length, accepted: 0, duplicates: 0, rejected: {} }
  const rows: { table: RowBlock['table']; rows: string[] }[] = []
  const ids: string[] = []
  const assignments: AcceptedAssignment[] = []
  let shared: string | undefined

  for (const [index, { success, data, error }] of candidates.entries()) {
    if (!success) {
      const [issue] = error.issues
      reject(index, 'invalid_event', issue && `${issue.path.join('.') || 'event'}: ${issue.message}`)
      continue
    }
    const draft = newDraft(data, beacon, request)
    const reason = runPipeline(steps, draft)
    if (reason === 'duplicate') {
      receipt.duplicates++
      tally.duplicates++
    } else if (reason) {
      reject(index, reason)
    } else {
      receipt.accepted++
      shared ??= sharedColumns(draft, collectorId)
      const table = TABLE_OF[data.type]
      const block = rows.find((other) => other.table === table)
      if (block) block.rows.push(rowOf(draft, shared))
      else rows.push({ table, rows: [rowOf(draft, shared)] })
      ids.push(data.event_id)
      if (data.type === 'ab_assignment') {
        const { test_name: testName, variant } = data
        assignments.push({ testName, variant, assignedAt: draft.createdAt })
      }
    }
  }
  return { receipt, tally, rows, ids, assignments }

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

function idOf(candidate: unknown): string | null {
  if (typeof candidate !== 'object' || candidate === null || !('event_id' in candidate)) return null
  return typeof candidate.event_id === 'string' ? candidate.event_id.slice(0, 64) : null
}
