import { sql, type Kysely } from 'kysely'

/** What administrators write beside a day of the figures. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table annotations (
      id uuid primary key default gen_random_uuid(),
      day date not null,
      text text not null,
      written_by uuid references users on delete set null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index annotations_by_day on annotations (day)`.execute(db)
  await sql`create index annotations_by_writer on annotations (written_by)`.execute(db)
}
