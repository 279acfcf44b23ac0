import { sql, type Kysely } from 'kysely'

/** Mails about figures. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_settings (
      user_id uuid primary key references users on delete cascade,
      weekly boolean not null default false,
      alerts boolean not null default false
    )`.execute(db)
  await sql`
    create table weekly_reports (
      user_id uuid not null references users on delete cascade,
      week date not null,
      sent_at timestamptz not null,
      primary key (user_id, week)
    )`.execute(db)
  await sql`
    create table alert_rules (
      id uuid primary key default gen_random_uuid(),
      metric text not null,
      comparison text not null check (comparison in ('above', 'below')),
      threshold double precision not null,
      window_minutes integer not null,
      made_by uuid references users on delete set null,
      created_at timestamptz not null,
      raised_since timestamptz,
      checked_at timestamptz,
      last_value double precision
    )`.execute(db)
}
