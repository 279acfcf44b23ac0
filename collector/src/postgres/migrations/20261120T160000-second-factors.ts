import { sql, type Kysely } from 'kysely'

/** Second factors at work, and links that open an account. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column method text not null default 'password' check (method in ('password', 'recovery', 'invite')),
      add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2'))`.execute(db)
  await sql`alter table mfa_factors add column last_step integer`.execute(db)
  await sql`
    alter table admin_profiles add column second_factor_required boolean not null default false`.execute(db)
  await sql`
    create table mfa_challenges (
      id uuid primary key default gen_random_uuid(),
      factor_id uuid not null references mfa_factors on delete cascade,
      session_id uuid not null references sessions on delete cascade,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index mfa_challenges_by_factor on mfa_challenges (factor_id)`.execute(db)
  await sql`create index mfa_challenges_by_session on mfa_challenges (session_id)`.execute(db)
  await sql`
    create table recovery_codes (
      user_id uuid not null references users on delete cascade,
      code_hash bytea not null check (length(code_hash) = 32),
      created_at timestamptz not null,
      primary key (user_id, code_hash)
    )`.execute(db)
  await sql`
    create table account_tokens (
      token_hash bytea primary key check (length(token_hash) = 32),
      user_id uuid not null references users on delete cascade,
      purpose text not null check (purpose in ('recovery', 'invite')),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index account_tokens_by_user on account_tokens (user_id)`.execute(db)
}
