import { sql, type Kysely } from 'kysely'

/** Addresses of the dashboard that administrators keep under a name. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_views (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null references users on delete cascade,
      name text not null,
      query text not null,
      shared boolean not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index saved_views_by_owner on saved_views (owner_id)`.execute(db)
}
