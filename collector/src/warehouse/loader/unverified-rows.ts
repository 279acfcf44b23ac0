import { LRUCache } from 'lru-cache'
import { atMost } from '../../platform/at-most.ts'
import type { SealedBatch } from '../../spool/batch.ts'
import type { SpoolPlace } from '../../spool/cursor-store.ts'
import { rowTextsOf, sessionOf, type StoredRows } from '../../spool/row-block.ts'
import type { Spool } from '../../spool/spool.ts'

/** Beyond it the oldest session is forgotten: its assignment may be stored twice, which reconciliation reports. */
const MAX_DOUBTED = 50_000

/**
 * Rows of the log that may be stored already: rows of earlier processes, rows accepted before the window of known ids
 * was complete, and assignments of old sessions that could not be looked up in the database. The loader looks them up
 * before their first attempt.
 */
export class UnverifiedRows {
  readonly #spool: Spool
  /** Rows before this place need a lookup; undefined: all rows. */
  #until: SpoolPlace | undefined
  readonly #doubted = new LRUCache<string, true>(atMost(MAX_DOUBTED))

  constructor(spool: Spool) {
    this.#spool = spool
  }

  /** The rows of a batch that need a lookup. */
  of({ segment, start }: SealedBatch, found: readonly StoredRows[]): readonly StoredRows[] {
    const until = this.#until
    if (until === undefined || segment < until.segment || (segment === until.segment && start < until.offset))
      return found
    return this.#doubted.size === 0 ? [] : found.flatMap((rows) => this.#unverifiedAssignments(rows))
  }

  /** The window of known ids is complete: rows accepted from here on need no lookup. */
  async endLookups(): Promise<void> {
    this.#until = await this.#spool.rotate()
  }

  /** Assignments of this session need a lookup: the query for stored ones failed. */
  doubt(sessionId: string): void {
    this.#doubted.set(sessionId, true)
  }

  #unverifiedAssignments({ table, bytes }: StoredRows): StoredRows[] {
    if (table !== 'ab_test_assignments') return []
    const rows = [...rowTextsOf(bytes)].filter((row) => this.#doubted.has(sessionOf(row)))
    if (rows.length === 0) return []
    return [{ table, count: rows.length, bytes: Buffer.from(rows.map((row) => `${row}\n`).join('')) }]
  }
}
