import { addRows, type RowCounts, type Seal, type SealedBatch } from '../batch.ts'
import { eventIdsOf } from '../row-block.ts'
import type { Spool } from '../spool.ts'
import { eventId } from './rows.ts'

/** A batch as an attempt to insert it sees it. */
export interface Attempt {
  readonly batch: SealedBatch
  /** Event numbers, in the order of the batch. */
  readonly events: number[]
  readonly counts: RowCounts
  /** Every byte that would be sent, by table. */
  readonly text: string
}

export async function attempt(spool: Spool, batch: SealedBatch): Promise<Attempt> {
  const events: number[] = []
  const counts: RowCounts = {}
  let text = ''
  for (const { table, count, bytes } of await spool.readBatch(batch)) {
    addRows(counts, table, count)
    for (const id of eventIdsOf(bytes)) events.push(eventNumber(id))
    text += `${table}\n${bytes.toString()}`
  }
  return { batch, events, counts, text }
}

/** The next batch. Throws if the spool has ended. */
export async function nextAttempt(spool: Spool): Promise<Attempt> {
  const batch = await spool.nextBatch()
  if (!batch) throw new Error('the spool has ended')
  return attempt(spool, batch)
}

/** Inserts and commits everything, as a loader with a healthy database does. */
export async function drain(spool: Spool): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  await spool.flush()
  while (spool.pendingRows > 0) {
    const next = await nextAttempt(spool)
    await spool.commit(next.batch, next.counts, 0)
    attempts.push(next)
  }
  return attempts
}

export function eventsOf(attempts: readonly Attempt[]): number[] {
  return attempts.flatMap((next) => next.events)
}

/** Event numbers of every good row in the retained segments: what replay and the duplicate check go by. */
export async function eventsOnDisk(spool: Spool): Promise<number[]> {
  const events: number[] = []
  for await (const { bytes } of spool.retainedRows())
    for (const id of eventIdsOf(bytes)) events.push(eventNumber(id))
  return events
}

/** The place of a batch in words that tests compare. */
export function placeOf({ id, segment, start, end, rows, firstRowAt }: Seal): Seal {
  return { id, segment, start, end, rows, firstRowAt }
}

function eventNumber(id: string): number {
  const n = Number.parseInt(id.slice(-12), 16)
  if (id !== eventId(n)) throw new Error(`not an event of these tests: ${id}`)
  return n
}
