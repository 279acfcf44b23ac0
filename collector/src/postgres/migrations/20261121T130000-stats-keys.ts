import { sql, type Kysely } from 'kysely'

/** What reads statistics without an account: programs and links. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stats_keys (
      id uuid primary key default gen_random_uuid(),
      kind text not null check (kind in ('token', 'link')),
      name text not null,
      secret_hash bytea not null unique,
      password_hash text check (password_hash is null or kind = 'link'),
      made_by uuid references users on delete set null,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz,
      withdrawn_at timestamptz
    )`.execute(db)
}
