import { z } from 'zod'
import { Finding } from '@half-measure/shared/stats/reconciliation.ts'
import { EVENT_TABLES } from '../../events/event-tables.ts'

const count = z.int().min(0)

/** Tables that cannot be rebuilt from others. */
export const BACKED_UP_TABLES = [
  ...EVENT_TABLES,
  'removed_events',
  'coverage_counts',
  'imported_history',
  'variant_switches',
] as const

/** No name leads out of the folder that a backup is unpacked into. */
const FileName = z.string().regex(/^(?:[\w-][\w.@-]*\/)*[\w-][\w.@-]*$/)

const BackupFile = z.object({ name: FileName, sha256: z.string(), bytes: count })
export type BackupFile = z.infer<typeof BackupFile>

/** Delivery report of the collector whose log is in the backup. */
export const BackedUpReport = z.object({
  accepted: count,
  duplicates: count,
  rejected: z.record(z.string(), count),
  stored: count,
  pending: count,
  dead_letters: count,
  erased: count,
  expired: count,
})
export type BackedUpReport = z.infer<typeof BackedUpReport>

/** The members of a backup, with their checksums. */
export const Manifest = z.object({
  format: z.literal(1),
  /** Also part of the insert tokens. */
  id: z.uuid(),
  /** ISO 8601. */
  made_at: z.iso.datetime(),
  report: BackedUpReport,
  /** What did not add up at that moment: it is no fault of a restore. */
  differences: z.array(Finding),
  clickhouse: z.object({
    /** The number of the newest migration. */
    version: count,
    shards: z.int().min(1),
    tables: z.array(
      z.object({
        table: z.enum(BACKED_UP_TABLES),
        /** The shard that has these rows, from 0; they belong together with its log. */
        shard: count,
        parts: z.array(z.object({ file: FileName, rows: count })),
      }),
    ),
  }),
  postgres: z.object({
    /** The name of the newest migration. */
    version: z.string(),
    tables: z.array(
      z.object({
        table: z.string().regex(/^\w+$/),
        columns: z.array(z.string()),
        rows: count,
        file: FileName,
      }),
    ),
  }),
  /** Everything but this file. */
  files: z.array(BackupFile),
})
export type Manifest = z.infer<typeof Manifest>

export class BackupError extends Error {
  override name = 'BackupError'
  readonly code = 'backup_failed'
}
