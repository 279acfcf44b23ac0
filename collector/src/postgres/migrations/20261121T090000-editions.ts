import { sql, type Kysely } from 'kysely'

/** The newsletter's editions and who got them. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table editions (
      id uuid primary key default gen_random_uuid(),
      subject text not null,
      preheader text not null,
      body text not null,
      state text not null check (state in ('draft', 'sending', 'paused', 'sent')),
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      started_at timestamptz,
      finished_at timestamptz,
      check ((state = 'draft') = (started_at is null)),
      check ((state = 'sent') = (finished_at is not null))
    )`.execute(db)
  await sql`create index editions_by_time on editions (created_at)`.execute(db)
  await sql`
    create table edition_deliveries (
      mail_id uuid primary key,
      edition_id uuid not null references editions,
      subscriber_id uuid references newsletter_subscribers on delete set null,
      outcome text not null check (outcome in ('waiting', 'delivered', 'failed', 'left')),
      queued_at timestamptz not null,
      unique (edition_id, subscriber_id)
    )`.execute(db)
  await sql`create index edition_deliveries_by_subscriber on edition_deliveries (subscriber_id)`.execute(db)
  await sql`create index edition_deliveries_by_time on edition_deliveries (queued_at)`.execute(db)
  // Mail of a paused edition waits without being looked at.
  await sql`alter table outbox add column held boolean not null default false`.execute(db)
}
