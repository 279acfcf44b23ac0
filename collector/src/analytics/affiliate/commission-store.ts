import { publication } from '@half-measure/shared/publication.ts'
import type {
  CommissionDeletion,
  CommissionImport,
  CommissionNetwork,
} from '@half-measure/shared/stats/affiliate-commission.ts'
import type { StatsRange } from '@half-measure/shared/stats/stats-range.ts'
import { sql } from 'kysely'
import { withIsoDates } from '../../database/rows.ts'
import type { Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import { type Commission, momentOf } from './commission-file.ts'
import { ApiError } from '../../platform/api-error.ts'
import { mapInSlices } from '../../platform/in-slices.ts'
import { readDecimal } from './decimal.ts'

/** Rows per statement: at eight parameters a row, well below the limit. */
const CHUNK = 1_000

/** Limits of what reports and backups can hold, because files may contain any sub-ids and currencies. */
const LIMITS = {
  /** Commissions, of all networks. */
  stored: 1_000_000,
  /** Currencies of all commissions. */
  currencies: 50,
  /** Sums of a range by sub-id, currency and status: more than pages have links. */
  sums: 5_000,
}

/** Commissions of a range that belong together. */
export interface CommissionSum {
  /** Null for the sum of all sub-ids beyond the limit, those with the fewest commissions. */
  readonly subId: string | null
  readonly currency: string
  readonly status: 'pending' | 'approved'
  readonly rows: number
  /** Ten-thousandths of a unit of the currency. */
  readonly units: bigint
}

/** Commissions that affiliate networks report. */
export class CommissionStore {
  readonly #db: Db
  readonly #now: () => Date
  readonly #limits: typeof LIMITS

  constructor(db: Db, now: () => Date = () => new Date(), limits: Partial<typeof LIMITS> = {}) {
    this.#db = db
    this.#now = now
    this.#limits = { ...LIMITS, ...limits }
  }

  /**
   * Stores all commissions or none. A commission whose key is already stored is updated, never duplicated.
   *
   * @param by account of the administrator; if it cannot be recorded, nothing is imported.
   * @throws {ApiError} 409 `too_many_commissions`, `too_many_currencies`.
   */
  async import(network: string, commissions: readonly Commission[], by: string): Promise<CommissionImport> {
    let added = 0
    let changed = 0
    return this.#db.transaction().execute(async (transaction) => {
      await lock(transaction)
      for (let i = 0; i < commissions.length; i += CHUNK) {
        const rows = commissions.slice(i, i + CHUNK).map((row) => ({ network, ...row }))
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
              }))
              .where(
                sql<boolean>`(affiliate_commissions.sub_id, affiliate_commissions.occurred_at, affiliate_commissions.commission,
                  affiliate_commissions.currency, affiliate_commissions.status)
                  is distinct from (excluded.sub_id, excluded.occurred_at, excluded.commission, excluded.currency, excluded.status)`,
              ),
          )
          // `xmax` is 0 for an inserted row, which has no earlier version.
          .returning(sql<boolean>`affiliate_commissions.xmax = 0`.as('is_new'))
          .execute()
        added += written.filter(({ is_new }) => is_new).length
        changed += written.filter(({ is_new }) => !is_new).length
      }
      await this.#expectWithinLimits(transaction)
      if (commissions.length > 0) {
        const imported_at = this.#now()
        await transaction
          .insertInto('commission_imports')
          .values({ network, imported_at })
          .onConflict((conflict) => conflict.column('network').doUpdateSet({ imported_at }))
          .execute()
      }
      const unchanged = commissions.length - added - changed
      await recordAudit(transaction, this.#now(), null, {
        event: 'commissions_imported',
        details: { by, network, added, changed },
      })
      return { rows: commissions.length, added, changed, unchanged }
    })
  }

  /**
   * Deletes a network's commissions.
   *
   * @param before only those of purchases before this day, in the magazine's time zone.
   * @param by account of the administrator; if it cannot be recorded, nothing is deleted.
   * @throws {ApiError} 404 `commissions_not_found`.
   */
  async delete(
    { network, before }: { network: string; before?: string | undefined },
    by: string,
  ): Promise<CommissionDeletion> {
    return this.#db.transaction().execute(async (transaction) => {
      await lock(transaction)
      const all = transaction.deleteFrom('affiliate_commissions').where('network', '=', network)
      const chosen = before === undefined ? all : all.where('occurred_at', '<', momentOf(before))
      const deleted = Number((await chosen.executeTakeFirstOrThrow()).numDeletedRows)
      if (deleted === 0) {
        const which = before === undefined ? '' : ` with purchases before ${before}`
        throw new ApiError(
          404,
          'commissions_not_found',
          `Nothing was deleted: the network “${network}” has no commissions${which}. The Affiliate page lists the networks that have some.`,
        )
      }
      // The last import of a network is recorded as long as it has commissions.
      const left = transaction
        .selectFrom('affiliate_commissions')
        .select('row_key')
        .where('network', '=', network)
      await transaction
        .deleteFrom('commission_imports')
        .where('network', '=', network)
        .where((eb) => eb.not(eb.exists(left)))
        .execute()
      await recordAudit(transaction, this.#now(), null, {
        event: 'commissions_deleted',
        details: { by, network, ...(before !== undefined && { before }), deleted },
      })
      return { deleted }
    })
  }

  /** What is stored of each network, by name. */
  async networks(): Promise<CommissionNetwork[]> {
    const { rows } = await sql<{
      network: string
      commissions: number
      first_day: string
      last_day: string
      imported_at: Date
    }>`
      select network, count(*)::int as commissions,
        (min(occurred_at) at time zone ${publication.timeZone})::date::text as first_day,
        (max(occurred_at) at time zone ${publication.timeZone})::date::text as last_day,
        max(imported_at) as imported_at
      from affiliate_commissions join commission_imports using (network) group by network order by network collate "C"`.execute(
      this.#db,
    )
    return rows.map(withIsoDates)
  }

  async #expectWithinLimits(db: Db): Promise<void> {
    const { rows } = await sql<{ rows: string }>`
      select count(*)::text as rows from affiliate_commissions group by currency`.execute(db)
    const stored = rows.reduce((sum, row) => sum + Number(row.rows), 0)
    const { stored: most, currencies } = this.#limits
    if (stored > most) {
      throw new ApiError(
        409,
        'too_many_commissions',
        `Nothing was imported: there would be ${numberOf(stored)} commissions, and ${numberOf(most)} are stored at most. Leave out what is not of affiliate links, or delete a network's commissions on the Affiliate page, or old ones through the API: docs/operations/commissions.md.`,
      )
    }
    if (rows.length > currencies) {
      throw new ApiError(
        409,
        'too_many_currencies',
        `Nothing was imported: there would be commissions in ${rows.length} currencies, and ${currencies} are possible. Convert some of them.`,
      )
    }
  }

  /**
   * Sums of the commissions that occurred in a range, without declined ones. If there are thousands of sums, those
   * with the fewest commissions are added up.
   */
  async sums(range: Pick<StatsRange, 'from' | 'to'>): Promise<CommissionSum[]> {
    const { rows } = await sql<{
      sub_id: string | null
      currency: string
      status: string
      sum: string
      rows: string
    }>`
      with sums as (
        select sub_id, currency, status, sum(commission) as sum, count(*) as rows,
          row_number() over (order by count(*) desc, sub_id collate "C", currency, status) as place
        from affiliate_commissions
        where occurred_at >= ${new Date(range.from)} and occurred_at < ${new Date(range.to)} and status <> 'declined'
        group by sub_id, currency, status
      )
      select case when place <= ${this.#limits.sums} then sub_id end as sub_id, currency, status,
        sum(sum)::text as sum, sum(rows)::text as rows
      from sums group by 1, currency, status order by min(place)`.execute(this.#db)
    return mapInSlices(rows, ({ sub_id, currency, status, sum, rows }) => ({
      subId: sub_id,
      currency,
      status: status === 'pending' ? 'pending' : 'approved',
      rows: Number(rows),
      units: readDecimal(sum),
    }))
  }

  /** When each network was imported last, and the day of its last purchase; the earliest purchases first. */
  async imports(): Promise<{ network: string; imported_at: Date; last_day: string }[]> {
    const { rows } = await sql<{ network: string; imported_at: Date; last_day: string }>`
      select network, imported_at,
        ((select max(occurred_at) from affiliate_commissions where network = commission_imports.network)
          at time zone ${publication.timeZone})::date::text as last_day
      from commission_imports order by last_day, network collate "C"`.execute(this.#db)
    return rows
  }
}

/** Imports and deletions run one after the other: at the same time, each would apply to parts of the other. */
async function lock(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('affiliate_commissions'))`.execute(db)
}

const numberOf = (count: number) => count.toLocaleString('en-GB')
