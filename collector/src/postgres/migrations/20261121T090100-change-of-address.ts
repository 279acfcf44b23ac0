import { sql, type Kysely } from 'kysely'

/** Accounts whose address changes. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column former_emails text[] not null default '{}'`.execute(db)
  await sql`
    alter table account_tokens
      drop constraint account_tokens_purpose_check,
      add column new_email text check (new_email = lower(new_email)),
      add constraint account_tokens_purpose_check check (purpose in ('recovery', 'invite', 'email_change')),
      add constraint account_tokens_address_check check ((purpose = 'email_change') = (new_email is not null))`.execute(
    db,
  )
}
