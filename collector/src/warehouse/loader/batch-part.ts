import { createHash } from 'node:crypto'
import { eventIdsOf, rowStarts, withBatchId } from '../../spool/row-block.ts'

export interface BatchPart {
  readonly id: string
  readonly rows: Buffer
  readonly count: number
}

/**
 * The two halves of a batch that the database refused, under ids of their own. Ids and boundary follow from the
 * batch alone, so that a process that takes over after a crash makes the very same halves.
 */
export function splitBatch(part: BatchPart): [BatchPart, BatchPart] {
  const half = Math.ceil(part.count / 2)
  const starts = [...rowStarts(part.rows)]
  const boundary = starts[half] ?? part.rows.length
  return [
    named('first', part.rows.subarray(0, boundary), half),
    named('second', part.rows.subarray(boundary), part.count - half),
  ]

  function named(side: string, rows: Buffer, count: number): BatchPart {
    const id = derivedId(part.id, side)
    return { id, rows: withBatchId(rows, id), count }
  }
}

/** Ids of all parts that come of halving a batch and its halves. */
export function* idsOfParts(batchId: string, count: number): Generator<string> {
  if (count < 2) return
  const half = Math.ceil(count / 2)
  for (const [side, rows] of [
    ['first', half],
    ['second', count - half],
  ] as const) {
    const id = derivedId(batchId, side)
    yield id
    yield* idsOfParts(id, rows)
  }
}

/** Joins parts, under an id derived from a name. */
export function joinParts(name: string, parts: readonly BatchPart[]): BatchPart {
  const id = derivedId(name, 'joined')
  const rows = withBatchId(Buffer.concat(parts.map(({ rows }) => rows)), id)
  return { id, rows, count: parts.reduce((sum, { count }) => sum + count, 0) }
}

/** The part without the rows of some events. */
export function withoutEvents(part: BatchPart, eventIds: readonly string[]): BatchPart {
  if (eventIds.length === 0) return part
  const left = new Set(eventIds)
  const kept: Buffer[] = []
  for (const start of rowStarts(part.rows)) {
    const row = part.rows.subarray(start, part.rows.indexOf(0x0a, start) + 1)
    const [id] = eventIdsOf(row)
    if (id === undefined || !left.has(id)) kept.push(row)
  }
  return { ...part, rows: Buffer.concat(kept), count: kept.length }
}

/** Derives an id from another and a name, always the same. */
export function derivedId(parent: string, side: string): string {
  const hex = createHash('sha256').update(`${parent}:${side}`).digest('hex')
  // Version 8 of RFC 9562: bits of our own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
