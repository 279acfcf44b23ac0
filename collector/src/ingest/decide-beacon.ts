import { Beacon, type BeaconReceipt } from '@half-measure/shared/events/beacon.ts'
import { Event } from '@half-measure/shared/events/event.ts'
import { z } from 'zod'
import { EVENT_TABLES, type EventTable } from '../events/event-tables.ts'
import type { RowBlock } from '../spool/row-block.ts'
import { noTotals, type Totals } from '../spool/totals.ts'
import { newDraft, runPipeline } from './pipeline.ts'
import type { RequestFacts } from './request-facts.ts'
import { rowOf, sharedColumns } from './row-of.ts'
import type { Step } from './steps.ts'

/** The schemas of requests, compiled: a valid value is parsed in a third of the time, an invalid one as before. */
export const CompiledBeacon = z.compile(Beacon)
const CompiledEvent = z.compile(Event)

/** What is to become of a beacon. Nothing of it is kept yet. */
export interface Decision {
  /** The response's body, once the rows and the tally are kept. */
  readonly receipt: BeaconReceipt
  /** Counts of the events that are not kept; the caller counts what was received. */
  readonly tally: Omit<Totals, 'received'>
  /** Of the events that are. */
  readonly rows: readonly RowBlock[]
  readonly ids: readonly string[]
  readonly assignments: readonly KeptAssignment[]
}

export interface KeptAssignment {
  readonly testName: string
  readonly variant: string
  /** Milliseconds since 1970. */
  readonly assignedAt: number
}

export type Candidate = z.ZodSafeParseResult<Event>

export function parseEvents({ events }: Beacon): Candidate[] {
  return events.map((event) => CompiledEvent.safeParse(event))
}

/** How a collector decides, and its id for the rows that it accepts. */
export interface Deciding {
  readonly steps: readonly Step[]
  readonly collectorId: string
}

/** Puts each event of a beacon through the steps. Those that pass count as seen from now on. */
export function decideBeacon(
  { steps, collectorId }: Deciding,
  beacon: Beacon,
  request: RequestFacts,
  candidates: readonly Candidate[] = parseEvents(beacon),
): Decision {
  const receipt: BeaconReceipt = { accepted: 0, duplicates: 0, rejected: [] }
  const tally = noTotals()
  const rows = new Map<EventTable, string[]>()
  // Ids, not drafts: what is held while the disk syncs survives into the garbage collector's old generation.
  const ids: string[] = []
  const assignments: KeptAssignment[] = []
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
      shared ??= sharedColumns(draft, collectorId)
      const row = rowOf(draft, shared)
      const block = rows.get(row.table)
      if (block) block.push(row.json)
      else rows.set(row.table, [row.json])
      ids.push(data.event_id)
      if (data.type === 'ab_assignment') {
        const { test_name: testName, variant } = data
        assignments.push({ testName, variant, assignedAt: draft.createdAt })
      }
    }
  }
  receipt.accepted = ids.length
  return { receipt, tally, rows: blocksOf(rows), ids, assignments }

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

function blocksOf(rows: ReadonlyMap<EventTable, string[]>): RowBlock[] {
  return EVENT_TABLES.flatMap((table) => {
    const block = rows.get(table)
    return block ? [{ table, rows: block }] : []
  })
}

function idOf(candidate: unknown): string | null {
  if (typeof candidate !== 'object' || candidate === null || !('event_id' in candidate)) return null
  return typeof candidate.event_id === 'string' ? candidate.event_id.slice(0, 64) : null
}
