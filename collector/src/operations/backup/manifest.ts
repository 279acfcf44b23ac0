import { z } from 'zod'
import { OwnFigures } from '../../reconciliation/collector-books.ts'
import { EVENT_TABLES } from '../../event-tables.ts'

const count = z.int().min(0)

/** Names of a backup's own making: nothing in it can lead out of the folder that it is unpacked into. */
const FileName = z.string().regex(/^(?:[\w-][\w.@-]*\/)*[\w-][\w.@-]*$/)

const BackupFile = z.object({ name: FileName, sha256: z.string(), bytes: count })
export type BackupFile = z.infer<typeof BackupFile>

/** What became of the events that are in the backup: the account as it stood at that moment. */
export const BackedUpAccount = z.object({
  accepted: count,
  duplicates: count,
  rejected: z.record(z.string(), count),
  stored: count,
  pending: count,
  dead_letters: count,
  erased: count,
  expired: count,
})
export type BackedUpAccount = z.infer<typeof BackedUpAccount>

/** The first member of a backup: what is in it, and how it must be. */
export const Manifest = z.object({
  format: z.literal(1),
  /** Of the backup; also part of the tokens with which it is inserted. */
  id: z.uuid(),
  /** ISO 8601. */
  made_at: z.iso.datetime(),
  account: BackedUpAccount,
  /** The part of it that other collectors had, whose logs are not in the backup; absent where there was one collector. */
  others: OwnFigures.optional(),
  clickhouse: z.object({
    /** The number of the newest migration. */
    version: count,
    tables: z.array(
      z.object({
        table: z.enum(EVENT_TABLES),
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
