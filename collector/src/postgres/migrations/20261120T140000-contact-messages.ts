import { sql, type Kysely } from 'kysely'

/** What readers write. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table contact_messages (
      id uuid primary key default gen_random_uuid(),
      name text not null,
      email text not null check (email = lower(email)),
      subject text not null,
      message text not null,
      mailbox text not null check (mailbox in ('editorial', 'general', 'newsletter')),
      status text not null check (status in ('unread', 'read', 'replied', 'archived')),
      held boolean not null,
      held_reasons text[] not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index contact_messages_by_time on contact_messages (created_at)`.execute(db)
  await sql`create index contact_messages_by_email on contact_messages (email)`.execute(db)
}
