import { sql, type Kysely } from 'kysely'

/** What affiliate networks say they pay. Frozen: a change is a migration of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table affiliate_commissions (
      network text not null,
      row_key text not null,
      sub_id text not null,
      occurred_at timestamptz not null,
      commission numeric(18, 4) not null,
      currency text not null check (currency ~ '^[A-Z]{3}$'),
      status text not null check (status in ('pending', 'approved', 'declined')),
      imported_at timestamptz not null,
      primary key (network, row_key)
    )`.execute(db)
  await sql`create index affiliate_commissions_by_time on affiliate_commissions (occurred_at)`.execute(db)
}
