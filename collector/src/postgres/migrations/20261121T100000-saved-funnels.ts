import { sql, type Kysely } from 'kysely'

/** Funnels that administrators keep. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_funnels (
      id uuid primary key default gen_random_uuid(),
      name text not null,
      steps text[] not null check (cardinality(steps) between 2 and 8),
      window_minutes integer not null check (window_minutes between 1 and 1440),
      created_at timestamptz not null,
      changed_at timestamptz not null
    )`.execute(db)
}
