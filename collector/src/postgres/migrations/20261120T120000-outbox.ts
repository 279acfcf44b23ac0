import { sql, type Kysely } from 'kysely'

/** Mail on its way out. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outbox (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      about text not null check (about = lower(about)),
      recipient text not null,
      reply_to text,
      subject text not null,
      html text not null,
      plain text not null,
      headers jsonb not null,
      created_at timestamptz not null,
      due_at timestamptz not null,
      attempts integer not null default 0,
      failed_at timestamptz,
      last_error text
    )`.execute(db)
  await sql`create index outbox_by_due on outbox (due_at) where failed_at is null`.execute(db)
  await sql`create index outbox_by_person on outbox (about)`.execute(db)
}
