import { sql, type Kysely } from 'kysely'

/** Security events of one kind are counted and let go. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_by_event on audit_log (event, at)`.execute(db)
}
