import type { AuditEntry, AuditPage, AuditQuery } from '@half-measure/shared/auth/audit-entry.ts'
import type { Kysely, Selectable } from 'kysely'
import { csv } from '../platform/http/csv.ts'
import { readCursor, takePage } from '../database/pagination.ts'
import type { AuditLogTable } from '../database/schema/identity-tables.ts'
import type { Database } from '../database/schema/database.ts'
import { audit } from './audit.ts'
import type { AuthContext } from './auth-context.ts'

/** A page of the log, newest first. */
export async function readAuditLog(db: Kysely<Database>, query: AuditQuery): Promise<AuditPage> {
  const place = readCursor(query.cursor, 'number')
  const rows = await selectEntries(db, query)
    .$if(place !== undefined, (select) => select.where('id', '<', place?.id ?? '0'))
    .limit(query.limit + 1)
    .execute()
  const { page, next } = takePage(rows, query.limit, (row) => row.at)
  return { entries: await describeEntries(db, page), next }
}

/**
 * The log as CSV. Who took it is written down, at its end.
 *
 * @param by account of the administrator.
 */
export async function exportAuditLog(
  { db, now }: Pick<AuthContext, 'db' | 'now'>,
  query: Omit<AuditQuery, 'limit' | 'cursor'>,
  by: string,
): Promise<string> {
  const entries = await describeEntries(db, await selectEntries(db, query).execute())
  await audit(db, now(), null, { event: 'audit_exported', details: { by, rows: entries.length } })
  return csv(
    ['at', 'event', 'user', 'by', 'details'],
    entries.map(({ at, event, user, by, details }) => [
      at,
      event,
      user ?? '',
      by ?? '',
      JSON.stringify(details),
    ]),
  )
}

function selectEntries(db: Kysely<Database>, { event, from, to }: Omit<AuditQuery, 'limit' | 'cursor'>) {
  return db
    .selectFrom('audit_log')
    .selectAll()
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('at', '<', new Date(to ?? 0)))
    .orderBy('id', 'desc')
}

async function describeEntries(
  db: Kysely<Database>,
  rows: readonly Selectable<AuditLogTable>[],
): Promise<AuditEntry[]> {
  const addresses = new Map<string, string>()
  for (const { id, email } of await db.selectFrom('users').select(['id', 'email']).execute()) {
    addresses.set(id, email)
  }
  return rows.map(({ id, at, event, user_id, details: { by, ...details } }) => ({
    id,
    at: at.toISOString(),
    event,
    user: user_id === null ? null : (addresses.get(user_id) ?? null),
    by: typeof by === 'string' ? (addresses.get(by) ?? null) : null,
    details,
  }))
}
