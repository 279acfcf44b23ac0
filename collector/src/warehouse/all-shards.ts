import { EVENT_TABLES } from '../events/event-tables.ts'
import { addRows, type RowCounts } from '../spool/batch.ts'
import type { Spool } from '../spool/spool.ts'
import { addTotals, noTotals, type Totals } from '../spool/totals.ts'
import type { DeadLetter, DeadLetters } from './loader/dead-letters.ts'
import type { SessionBuilder } from './sessions/session-builder.ts'
import { byShard } from './shard.ts'

/** The logs of all shards, as one. */
export function allSpools(spools: readonly Spool[]) {
  const sum = (of: (spool: Spool) => number) => spools.reduce((total, spool) => total + of(spool), 0)
  return {
    get totals(): Readonly<Totals> {
      const all = noTotals()
      for (const { totals } of spools) addTotals(all, totals)
      return all
    },

    /** Outcomes of the rows so far. */
    get cursor() {
      const stored: RowCounts = {}
      for (const { cursor } of spools)
        for (const table of EVENT_TABLES) addRows(stored, table, cursor.stored[table] ?? 0)
      return {
        stored,
        lost: sum(({ cursor }) => cursor.lost),
        duplicates: sum(({ cursor }) => cursor.duplicates),
      }
    },

    get pendingRows() {
      return sum(({ pendingRows }) => pendingRows)
    },

    get pendingBytes() {
      return sum(({ pendingBytes }) => pendingBytes)
    },

    /** Of the fullest log: it refuses the sessions of its shard, however empty the others are. */
    get filled() {
      return Math.max(...spools.map(({ filled }) => filled))
    },

    get bytes() {
      return sum(({ bytes }) => bytes)
    },

    get oldestPendingMs() {
      return Math.max(...spools.map(({ oldestPendingMs }) => oldestPendingMs))
    },

    /** Whether appends of every session are accepted at the moment. */
    get accepting() {
      return spools.every(({ accepting }) => accepting)
    },

    async flush() {
      await Promise.all(spools.map((spool) => spool.flush()))
    },

    async close() {
      await Promise.all(spools.map((spool) => spool.close()))
    },
  }
}
export type AllSpools = ReturnType<typeof allSpools>

/** The dead letters of all shards. */
export function allDeadLetters(all: readonly DeadLetters[]) {
  return {
    get count() {
      return all.reduce((sum, { count }) => sum + count, 0)
    },

    /** Whether any shard has stopped loading until an operator resumes it. */
    get stopLoading() {
      return all.some(({ stopLoading }) => stopLoading)
    },

    async list(): Promise<DeadLetter[]> {
      return (await Promise.all(all.map((letters) => letters.list()))).flat()
    },
  }
}
export type AllDeadLetters = ReturnType<typeof allDeadLetters>

/** The builders of all shards. */
export function allSessions(builders: readonly SessionBuilder[]) {
  return {
    /** When the shard that is furthest behind last finished sessions. */
    get finishedAt() {
      return Math.min(...builders.map(({ finishedAt }) => finishedAt))
    },

    async finish() {
      for (const builder of builders) await builder.finish()
    },

    async markLate(sessionIds: readonly string[], firstAt: number) {
      const parts = byShard(sessionIds, builders.length, (id) => id)
      for (const [i, ids] of parts.entries()) if (ids.length > 0) await builders[i]?.markLate(ids, firstAt)
    },

    /** @param progress receives the share that is done. @throws {SessionsBusyError} */
    async rebuild(progress: (share: number) => void = () => {}) {
      for (const [i, builder] of builders.entries())
        await builder.rebuild((share) => progress((i + share) / builders.length))
    },

    async stop() {
      await Promise.all(builders.map((builder) => builder.stop()))
    },
  }
}
