import { EVENT_TABLES } from '../events/event-tables.ts'
import { addRows, type RowCounts } from '../spool/batch.ts'
import type { Spool } from '../spool/spool.ts'
import { addTotals, noTotals, type Totals } from '../spool/totals.ts'
import type { DeadLetter, DeadLetters } from './loader/dead-letters.ts'
import type { SessionBuilder } from './sessions/session-builder.ts'
import { byShard } from './shard.ts'

/** The logs of all shards, as one. */
export class AllSpools {
  readonly #spools: readonly Spool[]

  constructor(spools: readonly Spool[]) {
    this.#spools = spools
  }

  get totals(): Readonly<Totals> {
    const sum = noTotals()
    for (const { totals } of this.#spools) addTotals(sum, totals)
    return sum
  }

  /** Outcomes of the rows so far. */
  get cursor(): { readonly stored: RowCounts; readonly lost: number; readonly duplicates: number } {
    const stored: RowCounts = {}
    for (const { cursor } of this.#spools)
      for (const table of EVENT_TABLES) addRows(stored, table, cursor.stored[table] ?? 0)
    return {
      stored,
      lost: this.#sum(({ cursor }) => cursor.lost),
      duplicates: this.#sum(({ cursor }) => cursor.duplicates),
    }
  }

  get pendingRows(): number {
    return this.#sum(({ pendingRows }) => pendingRows)
  }

  get pendingBytes(): number {
    return this.#sum(({ pendingBytes }) => pendingBytes)
  }

  /** Of the fullest log: it refuses the sessions of its shard, however empty the others are. */
  get filled(): number {
    return Math.max(...this.#spools.map(({ filled }) => filled))
  }

  get bytes(): number {
    return this.#sum(({ bytes }) => bytes)
  }

  get oldestPendingMs(): number {
    return Math.max(...this.#spools.map(({ oldestPendingMs }) => oldestPendingMs))
  }

  /** Whether appends of every session are accepted at the moment. */
  get accepting(): boolean {
    return this.#spools.every(({ accepting }) => accepting)
  }

  async flush(): Promise<void> {
    await Promise.all(this.#spools.map((spool) => spool.flush()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#spools.map((spool) => spool.close()))
  }

  #sum(of: (spool: Spool) => number): number {
    return this.#spools.reduce((sum, spool) => sum + of(spool), 0)
  }
}

/** The dead letters of all shards. */
export class AllDeadLetters {
  readonly #all: readonly DeadLetters[]

  constructor(all: readonly DeadLetters[]) {
    this.#all = all
  }

  get count(): number {
    return this.#all.reduce((sum, { count }) => sum + count, 0)
  }

  /** Whether any shard has stopped loading until an operator resumes it. */
  get stopLoading(): boolean {
    return this.#all.some(({ stopLoading }) => stopLoading)
  }

  async list(): Promise<DeadLetter[]> {
    return (await Promise.all(this.#all.map((letters) => letters.list()))).flat()
  }
}

/** The builders of all shards. */
export class AllSessions {
  readonly #builders: readonly SessionBuilder[]

  constructor(builders: readonly SessionBuilder[]) {
    this.#builders = builders
  }

  /** When the shard that is furthest behind last finished sessions. */
  get finishedAt(): number {
    return Math.min(...this.#builders.map(({ finishedAt }) => finishedAt))
  }

  async finish(): Promise<void> {
    for (const builder of this.#builders) await builder.finish()
  }

  async markLate(sessionIds: readonly string[], firstAt: number): Promise<void> {
    const parts = byShard(sessionIds, this.#builders.length, (id) => id)
    for (const [i, ids] of parts.entries())
      if (ids.length > 0) await this.#builders[i]?.markLate(ids, firstAt)
  }

  /** @param progress receives the share that is done. @throws {SessionsBusyError} */
  async rebuild(progress: (share: number) => void = () => {}): Promise<void> {
    for (const [i, builder] of this.#builders.entries())
      await builder.rebuild((share) => progress((i + share) / this.#builders.length))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#builders.map((builder) => builder.stop()))
  }
}
