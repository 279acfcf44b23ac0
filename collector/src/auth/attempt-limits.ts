import { sql, type Kysely } from 'kysely'
import type { Database } from '../database/schema/database.ts'
import { clientNetwork } from '../platform/http/client-address.ts'
import type { LimitKey } from './limit-key.ts'

const MINUTE = 60_000

interface Rule {
  /** Attempts that count within any `windowMs`. */
  readonly max: number
  readonly windowMs: number
}

/** What one client may do, known by its network. */
const clientRules = {
  /** Failed sign-ins. */
  client: { max: 30, windowMs: 5 * MINUTE },
  /** Calls of `ensure-admin-user`, whatever came of them. */
  ensure_admin: { max: 60, windowMs: 5 * MINUTE },
  /** Requests for a link to recover an account. */
  recover_client: { max: 10, windowMs: 60 * MINUTE },
  /** Sign-ups for the newsletter. */
  newsletter_client: { max: 20, windowMs: 10 * MINUTE },
  /** Messages through the contact form. */
  contact_client: { max: 20, windowMs: 60 * MINUTE },
  /** Messages that pass without being looked at; what comes faster is held back. */
  contact_pace: { max: 3, windowMs: 10 * MINUTE },
  /** Choices about cookies. Whole towns share one address. */
  consent_client: { max: 120, windowMs: 5 * MINUTE },
} satisfies Record<string, Rule>

/** What may happen to one subject: an account, an address. */
const subjectRules = {
  /** Failed sign-ins of one account, known or not. */
  account: { max: 10, windowMs: 5 * MINUTE },
  /** Wrong codes of second factors of one account. */
  factor: { max: 15, windowMs: 5 * MINUTE },
  /** Links to recover one account. */
  recover_account: { max: 3, windowMs: 60 * MINUTE },
  /** Links to confirm another address, asked for by one account. */
  email_change: { max: 5, windowMs: 60 * MINUTE },
  /** Mails that strangers can have sent to one address by typing it into the newsletter's form. */
  newsletter_address: { max: 3, windowMs: 60 * MINUTE },
  /** Wrong passwords of one share link. */
  share_password: { max: 20, windowMs: 5 * MINUTE },
  /** Letters that an administrator has sent to themselves to look at. */
  edition_test: { max: 30, windowMs: 60 * MINUTE },
} satisfies Record<string, Rule>

export type ClientLimit = keyof typeof clientRules
export type SubjectLimit = keyof typeof subjectRules

const rules: Record<ClientLimit | SubjectLimit, Rule> = { ...clientRules, ...subjectRules }
const LONGEST_WINDOW_MS = Math.max(...Object.values(rules).map((rule) => rule.windowMs))

export interface Limit {
  readonly name: ClientLimit | SubjectLimit
  readonly keyHash: Buffer
}

/**
 * Limits that outlive a restart, because they are rows; that end by themselves, because the window moves on; and
 * that keep no address, because they know a subject by its keyed hash only.
 */
export interface AttemptLimits {
  forClient(name: ClientLimit, address: string): Limit
  /** @param subject in its normal form: other spellings are other subjects. */
  forSubject(name: SubjectLimit, subject: string): Limit
  /** Seconds until an attempt is allowed again under all of them; undefined where it is now. Counts nothing. */
  wait(limits: readonly Limit[]): Promise<number | undefined>
  /**
   * Decides and counts in one step, so that any number of attempts at once gets no more answers than one after the
   * other would. To be called in a transaction, which holds the limits' locks to its end.
   */
  settle(trx: Kysely<Database>, limits: readonly Limit[], counts: boolean): Promise<Settlement>
  forget(trx: Kysely<Database>, limit: Limit): Promise<void>
}

/** What came of an attempt that was counted. `retryAfter` in seconds. */
export type Settlement =
  | { allowed: false; retryAfter: number }
  /** `usedUp`: the limits for which this was the last attempt. */
  | { allowed: true; usedUp: Limit['name'][] }

/** @param keyOf hides whom a limit is about. */
export function createAttemptLimits(db: Kysely<Database>, keyOf: LimitKey, now: () => Date): AttemptLimits {
  const ago = (ms: number) => new Date(now().getTime() - ms)

  async function counted(db: Kysely<Database>, { name, keyHash }: Limit): Promise<Date[]> {
    const rows = await db
      .selectFrom('limited_attempts')
      .select('at')
      .where('key_hash', '=', keyHash)
      .where('at', '>', ago(rules[name].windowMs))
      .orderBy('at', 'desc')
      .limit(rules[name].max)
      .execute()
    return rows.map((row) => row.at)
  }

  /** Undefined where the limit leaves room. */
  function waitAfter({ name }: Limit, attempts: readonly Date[]): number | undefined {
    const { max, windowMs } = rules[name]
    const oldest = attempts[max - 1]
    return oldest && Math.max(1, Math.ceil((oldest.getTime() + windowMs - now().getTime()) / 1000))
  }

  /** What counts no more: of these limits exactly, of others once no limit could count it. */
  async function forgetOld(trx: Kysely<Database>, limits: readonly Limit[]): Promise<void> {
    await trx
      .deleteFrom('limited_attempts')
      .where((eb) =>
        eb.or([
          eb('at', '<=', ago(LONGEST_WINDOW_MS)),
          ...limits.map(({ name, keyHash }) =>
            eb('key_hash', '=', keyHash).and('at', '<=', ago(rules[name].windowMs)),
          ),
        ]),
      )
      .execute()
  }

  return {
    forClient: (name, address) => ({ name, keyHash: keyOf(`${name}:${clientNetwork(address)}`) }),
    forSubject: (name, subject) => ({ name, keyHash: keyOf(`${name}:${subject}`) }),

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
      await forgetOld(trx, limits)
      const usedUp = [...attempts].filter(([limit, dates]) => dates.length + 1 >= rules[limit.name].max)
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
