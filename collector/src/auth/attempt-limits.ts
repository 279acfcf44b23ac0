import { sql, type Kysely } from 'kysely'
import type { Database } from '../postgres/schema/database.ts'
import { clientNetwork } from './client-network.ts'
import type { LimitKey } from './limit-key.ts'

const WINDOW_MS = 5 * 60 * 1000

/** Attempts that count within any five minutes, by what they are counted for. */
const maxima = {
  /** Failed sign-ins of one account, known or not. */
  account: 10,
  /** Failed sign-ins of one client. */
  client: 30,
  /** Calls of `ensure-admin-user` by one client, whatever came of them. */
  ensure_admin: 60,
} as const
export type LimitName = keyof typeof maxima

export interface Limit {
  readonly name: LimitName
  readonly keyHash: Buffer
}

/**
 * Limits that outlive a restart, because they are rows; that end by themselves, because the window moves on; and
 * that keep no address, because they know a subject by its keyed hash only.
 */
export interface AttemptLimits {
  forAccount(email: string): Limit
  forClient(name: 'client' | 'ensure_admin', address: string): Limit
  /** Seconds until an attempt is allowed again under all of them; undefined where it is now. Counts nothing. */
  wait(limits: readonly Limit[]): Promise<number | undefined>
  /**
   * Decides and counts in one step, so that any number of attempts at once gets no more answers than one after the
   * other would. To be called in a transaction, which holds the limits' locks to its end.
   */
  settle(trx: Kysely<Database>, limits: readonly Limit[], counts: boolean): Promise<Settlement>
  forget(trx: Kysely<Database>, limit: Limit): Promise<void>
}

export type Settlement =
  | { allowed: false; retryAfter: number }
  /** `usedUp`: the limits for which this was the last attempt. */
  | { allowed: true; usedUp: LimitName[] }

export function createAttemptLimits(db: Kysely<Database>, keyOf: LimitKey, now: () => Date): AttemptLimits {
  async function counted(db: Kysely<Database>, limit: Limit): Promise<Date[]> {
    const rows = await db
      .selectFrom('limited_attempts')
      .select('at')
      .where('key_hash', '=', limit.keyHash)
      .where('at', '>', new Date(now().getTime() - WINDOW_MS))
      .orderBy('at', 'desc')
      .limit(maxima[limit.name])
      .execute()
    return rows.map((row) => row.at)
  }

  /** Undefined where the limit leaves room. */
  function waitAfter(limit: Limit, attempts: readonly Date[]): number | undefined {
    const oldest = attempts[maxima[limit.name] - 1]
    return oldest && Math.max(1, Math.ceil((oldest.getTime() + WINDOW_MS - now().getTime()) / 1000))
  }

  return {
    forAccount: (email) => ({ name: 'account', keyHash: keyOf(`account:${email}`) }),
    forClient: (name, address) => ({ name, keyHash: keyOf(`${name}:${clientNetwork(address)}`) }),

    async wait(limits) {
      const waits = await Promise.all(limits.map(async (limit) => waitAfter(limit, await counted(db, limit))))
      return longest(waits)
    },

    async settle(trx, limits, counts) {
      const attempts = new Map<Limit, Date[]>()
      // In one order for everybody, or two attempts could wait for each other.
      for (const limit of [...limits].sort((a, b) => Buffer.compare(a.keyHash, b.keyHash))) {
        await sql`select pg_advisory_xact_lock(${lockNumber(limit)}::bigint)`.execute(trx)
        attempts.set(limit, await counted(trx, limit))
      }
      const retryAfter = longest([...attempts].map(([limit, dates]) => waitAfter(limit, dates)))
      if (retryAfter !== undefined) return { allowed: false, retryAfter }
      if (!counts) return { allowed: true, usedUp: [] }

      const at = now()
      await trx
        .insertInto('limited_attempts')
        .values(limits.map((limit) => ({ key_hash: limit.keyHash, at })))
        .execute()
      await trx
        .deleteFrom('limited_attempts')
        .where('at', '<=', new Date(at.getTime() - WINDOW_MS))
        .execute()
      const usedUp = [...attempts].filter(([limit, dates]) => dates.length + 1 >= maxima[limit.name])
      return { allowed: true, usedUp: usedUp.map(([limit]) => limit.name) }
    },

    async forget(trx, limit) {
      await trx.deleteFrom('limited_attempts').where('key_hash', '=', limit.keyHash).execute()
    },
  }
}

/** A lock of the database is known by 64 bits; two limits that share them wait for each other, nothing worse. */
function lockNumber(limit: Limit): string {
  return limit.keyHash.readBigInt64BE(0).toString()
}

function longest(waits: readonly (number | undefined)[]): number | undefined {
  const known = waits.filter((wait) => wait !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}
