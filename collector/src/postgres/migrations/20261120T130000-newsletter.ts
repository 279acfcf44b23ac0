import { sql, type Kysely } from 'kysely'

/** Readers of the newsletter and the links in their mail. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table newsletter_subscribers (
      id uuid primary key default gen_random_uuid(),
      email text not null unique check (email = lower(email)),
      source text not null,
      created_at timestamptz not null,
      requested_at timestamptz not null,
      confirmed_at timestamptz
    )`.execute(db)
  await sql`create index newsletter_subscribers_by_time on newsletter_subscribers (created_at)`.execute(db)
  await sql`
    create table newsletter_tokens (
      token_hash bytea primary key check (length(token_hash) = 32),
      subscriber_id uuid references newsletter_subscribers on delete set null,
      purpose text not null check (purpose in ('confirm', 'unsubscribe', 'guide')),
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index newsletter_tokens_by_subscriber on newsletter_tokens (subscriber_id)`.execute(db)
}
