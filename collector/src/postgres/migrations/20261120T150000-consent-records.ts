import { sql, type Kysely } from 'kysely'

/** Proof of consent. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table consent_records (
      id text not null,
      version text not null,
      granted_at timestamptz not null,
      withdrawn_at timestamptz,
      primary key (id, version, granted_at)
    )`.execute(db)
  // One consent at a time; what was withdrawn can be given again.
  await sql`
    create unique index consent_records_in_force on consent_records (id, version) where withdrawn_at is null`.execute(
    db,
  )
  await sql`create index consent_records_by_withdrawal on consent_records (withdrawn_at)`.execute(db)
}
