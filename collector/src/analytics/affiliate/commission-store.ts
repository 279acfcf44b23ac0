import type { CommissionImport } from '@half-measure/shared/stats/affiliate-commission.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database/schema/database.ts'
import type { Commission } from './commission-file.ts'
import { readDecimal } from './decimal.ts'

/** Of one statement: eight parameters a row, well below what a statement may have. */
const CHUNK = 1_000

/** Commissions of a range that belong together. */
export interface CommissionSum {
  readonly subId: string
  readonly currency: string
  readonly status: 'pending' | 'approved'
  readonly rows: number
  /** Ten-thousandths of a unit of the currency. */
  readonly units: bigint
}

/** What affiliate networks say they pay. */
export class CommissionStore {
  readonly #db: Kysely<Database>
  readonly #now: () => Date

  constructor(db: Kysely<Database>, now: () => Date = () => new Date()) {
    this.#db = db
    this.#now = now
  }

  /**
   * Keeps all of them or none. A key that is there already is changed, never doubled.
   *
   * @param record writes down what came of it; the file stands or falls with that.
   */
  async import(
    network: string,
    commissions: readonly Commission[],
    record: (db: Kysely<Database>, done: CommissionImport) => Promise<void>,
  ): Promise<CommissionImport> {
    const imported_at = this.#now()
    let added = 0
    let changed = 0
    return this.#db.transaction().execute(async (transaction) => {
      for (let i = 0; i < commissions.length; i += CHUNK) {
        const rows = commissions.slice(i, i + CHUNK).map((row) => ({ network, ...row, imported_at }))
        const written = await transaction
          .insertInto('affiliate_commissions')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['network', 'row_key'])
              .doUpdateSet((eb) => ({
                sub_id: eb.ref('excluded.sub_id'),
                occurred_at: eb.ref('excluded.occurred_at'),
                commission: eb.ref('excluded.commission'),
                currency: eb.ref('excluded.currency'),
                status: eb.ref('excluded.status'),
                imported_at: eb.ref('excluded.imported_at'),
              }))
              .where(
                sql<boolean>`(affiliate_commissions.sub_id, affiliate_commissions.occurred_at, affiliate_commissions.commission,
                  affiliate_commissions.currency, affiliate_commissions.status)
                  is distinct from (excluded.sub_id, excluded.occurred_at, excluded.commission, excluded.currency, excluded.status)`,
              ),
          )
          // A row that was not there before has no earlier version.
          .returning(sql<boolean>`affiliate_commissions.xmax = 0`.as('is_new'))
          .execute()
        added += written.filter(({ is_new }) => is_new).length
        changed += written.filter(({ is_new }) => !is_new).length
      }
      const unchanged = commissions.length - added - changed
      const done = { rows: commissions.length, added, changed, unchanged }
      await record(transaction, done)
      return done
    })
  }

  /** Sums of the commissions that occurred in a range, without the declined ones. */
  async sums(range: Pick<StatsRange, 'from' | 'to'>): Promise<CommissionSum[]> {
    const rows = await this.#db
      .selectFrom('affiliate_commissions')
      .select(['sub_id', 'currency', 'status'])
      .select(sql<string>`sum(commission)::text`.as('sum'))
      .select((eb) => eb.fn.countAll<string>().as('rows'))
      .where('occurred_at', '>=', new Date(range.from))
      .where('occurred_at', '<', new Date(range.to))
      .where('status', '!=', 'declined')
      .groupBy(['sub_id', 'currency', 'status'])
      .execute()
    return rows.map(({ sub_id, currency, status, sum, rows }) => ({
      subId: sub_id,
      currency,
      status: status === 'pending' ? 'pending' : 'approved',
      rows: Number(rows),
      units: readDecimal(sum),
    }))
  }

  /** When something was imported last; null if nothing was. */
  async importedAt(): Promise<Date | null> {
    const { at } = await this.#db
      .selectFrom('affiliate_commissions')
      .select((eb) => eb.fn.max('imported_at').as('at'))
      .executeTakeFirstOrThrow()
    return at
  }
}
