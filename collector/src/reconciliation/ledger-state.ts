import { z } from 'zod'
import { EVENT_TABLES } from '../event-tables.ts'
import { OwnFigures } from './collector-books.ts'

const count = z.int().min(0)

/** What the account has to remember beside the log. Fields that came later have a default. */
export const LedgerState = z.object({
  /** Names the collector of this data directory among others; null before it needed a name. */
  collector: z.uuid().nullable().default(null),
  /**
   * Sessions whose erasure was promised and is not finished, by id: the id is needed until then. `counted`: their
   * rows are in `erased` already, and some may be gone. `elsewhere`: another collector was asked; what this one has
   * beside the tables is to go.
   */
  open: z.array(
    z.object({ session_id: z.string(), counted: z.boolean(), elsewhere: z.boolean().default(false) }),
  ),
  /**
   * Erased sessions, by hash, and how many rows each had, dead letters included. Written before the first row goes,
   * so that a crash cannot lose the count; kept, so that neither a late beacon nor a restored backup brings them back.
   */
  erased: z.record(z.string(), count),
  /** Rows of months beyond their retention, by table and month; those that the tables' own TTL took, by `ttl` and table. */
  expired: z.record(z.string(), count),
  /**
   * The month of a table that is about to go, as `expired` names it, and what had gone of it before: rows may come into a
   * month that had gone. Null where none is.
   */
  expiring: z.object({ key: z.string(), before: count }).nullable().default(null),
  /** Days whose rollups have to be made anew: their starts, seconds since 1970. */
  stale_days: z.array(count).default([]),
  /** Rows that came into the tables past the log: those that are settled, and the batch that may not be. */
  direct: z.object({ rows: count, open: z.string().nullable() }).default({ rows: 0, open: null }),
  /**
   * Rows of events that two collectors had stored, and that are duplicates since; `open`: those of them that are counted
   * and may still be in the tables.
   */
  copies: z
    .object({
      rows: count,
      open: z.array(z.object({ table: z.enum(EVENT_TABLES), event_id: z.uuid(), batch_id: z.uuid() })),
    })
    .default({ rows: 0, open: [] }),
  /** The part of other collectors whose rows came with a backup and whose logs did not; null without any. */
  inherited: OwnFigures.nullable().default(null),
  /** What the tables held when they were last counted; null before that. */
  counted: z
    .object({
      /** `YYYYMM` in which it was counted. */
      month: z.string(),
      /** Rows by `<table>:<YYYYMM of their arrival>`. */
      rows: z.record(z.string(), count),
      /** The cursor's `stored` at that moment: what it says more than this came later. */
      stored: z.partialRecord(z.enum(EVENT_TABLES), count),
    })
    .nullable()
    .default(null),
  /** When the night's work was last done, ISO 8601; null before the first time. */
  night: z.string().nullable().default(null),
})
export type LedgerState = z.infer<typeof LedgerState>

export type TableCount = NonNullable<LedgerState['counted']>

export function emptyLedger(): LedgerState {
  return LedgerState.parse({ open: [], erased: {}, expired: {} })
}
