import type { ColumnType, Generated } from 'kysely'

/** Security events, in order. No network address and no password ever comes here. */
export interface AuditLogTable {
  id: Generated<string>
  at: Date
  event: string
  /** Whom it concerns; null where no account is known. Kept when the account goes. */
  user_id: string | null
  /** Written as JSON text. */
  details: ColumnType<Record<string, unknown>, string, never>
}
