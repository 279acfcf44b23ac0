import { sql, type Kysely } from 'kysely'

/** Accounts, their sessions, and what guards them. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key default gen_random_uuid(),
      email text not null unique check (email = lower(email)),
      password_hash text not null,
      created_at timestamptz not null,
      last_sign_in_at timestamptz
    )`.execute(db)
  await sql`
    create table admin_profiles (
      user_id uuid primary key references users on delete cascade,
      role text not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`
    create table sessions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      refreshed_at timestamptz not null,
      ended_at timestamptz,
      ended_by text,
      check ((ended_at is null) = (ended_by is null))
    )`.execute(db)
  await sql`create index sessions_by_user on sessions (user_id)`.execute(db)
  await sql`
    create table refresh_tokens (
      token_hash bytea primary key check (length(token_hash) = 32),
      session_id uuid not null references sessions on delete cascade,
      issued_at timestamptz not null,
      rotated_at timestamptz
    )`.execute(db)
  await sql`create index refresh_tokens_by_session on refresh_tokens (session_id)`.execute(db)
  await sql`
    create table mfa_factors (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      factor_type text not null check (factor_type in ('totp', 'phone')),
      friendly_name text,
      secret bytea not null,
      status text not null check (status in ('unverified', 'verified')),
      created_at timestamptz not null,
      verified_at timestamptz
    )`.execute(db)
  await sql`create index mfa_factors_by_user on mfa_factors (user_id)`.execute(db)
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      event text not null,
      user_id uuid,
      details jsonb not null
    )`.execute(db)
  await sql`create index audit_log_by_time on audit_log (at)`.execute(db)
  await sql`
    create table limited_attempts (
      id bigint generated always as identity primary key,
      key_hash bytea not null check (length(key_hash) = 32),
      at timestamptz not null
    )`.execute(db)
  await sql`create index limited_attempts_by_key on limited_attempts (key_hash, at)`.execute(db)
  await sql`create index limited_attempts_by_time on limited_attempts (at)`.execute(db)
}
