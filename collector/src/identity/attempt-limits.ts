import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { atMost } from '../platform/at-most.ts'
import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import type { Db } from '../database/schema/database.ts'
import { ApiError } from '../platform/api-error.ts'
import { limitedNetworks } from '../platform/http/client-address.ts'
import { loadSecretKey } from '../platform/key-file.ts'

interface Rule {
  /** Attempts allowed within any `windowMs`. */
  readonly max: number
  readonly windowMs: number
  /** Error message, if others may have used up the limit. */
  readonly message?: string
}

/** Limits of one client, known by its network. A /48 has the attempts of four networks. */
const clientRules = {
  /** Wrong passwords and codes: at sign-in, second factor, password change and share links. */
  client: { max: 30, windowMs: 5 * MINUTE_MS },
  /** Calls of `ensure-admin-user`, successful or not. */
  ensure_admin: { max: 60, windowMs: 5 * MINUTE_MS },
  /** Requests for a recovery link. */
  recover_client: { max: 10, windowMs: 60 * MINUTE_MS },
  /** Newsletter sign-ups. */
  newsletter_client: { max: 20, windowMs: 10 * MINUTE_MS },
  /** Messages through the contact form. */
  contact_client: { max: 20, windowMs: 60 * MINUTE_MS },
  /** Messages beyond this count as spam. */
  contact_pace: { max: 3, windowMs: 10 * MINUTE_MS },
  /** Consent choices. Whole towns share one address. */
  consent_client: { max: 120, windowMs: 5 * MINUTE_MS },
  /** The same per day, because their records stay for two years. */
  consent_day: { max: 1_000, windowMs: 24 * 60 * MINUTE_MS },
} satisfies Record<string, Rule>

/** Limits of one subject: an account, an address, a link. */
const subjectRules = {
  /** Failed sign-ins of one account, existing or not. */
  account: { max: 10, windowMs: 5 * MINUTE_MS },
  /** Failed sign-ins of one account in a known browser. */
  device: { max: 10, windowMs: 5 * MINUTE_MS },
  /** Wrong passwords of somebody who is signed in. */
  current_password: { max: 10, windowMs: 5 * MINUTE_MS },
  /** Uses of one sign-in with the provider, for longer than it is valid. */
  single_sign_on_state: { max: 1, windowMs: 15 * MINUTE_MS },
  /** Wrong second-factor codes of one account. */
  factor: { max: 15, windowMs: 5 * MINUTE_MS },
  /** Recovery links of one account. */
  recover_account: { max: 3, windowMs: 60 * MINUTE_MS },
  /** Links to confirm a new address, of one account. */
  email_change: { max: 5, windowMs: 60 * MINUTE_MS },
  /** Emails that strangers can cause to one address through the newsletter form. */
  newsletter_address: { max: 3, windowMs: 60 * MINUTE_MS },
  /** Wrong passwords of one share link. */
  share_password: { max: 20, windowMs: 5 * MINUTE_MS },
  /** Newsletter issues that one administrator tests, by email. */
  issue_test: { max: 30, windowMs: 60 * MINUTE_MS },
  /** Alerts that one administrator tests: each is an email and a post to every webhook. */
  alert_test: { max: 30, windowMs: 60 * MINUTE_MS },
} satisfies Record<string, Rule>

/** Limits of the whole service, for all clients together. */
const serviceRules = {
  /** Newsletter sign-ups: each emails an address that anybody may have entered. */
  newsletter_service: {
    max: 1_000,
    windowMs: 60 * MINUTE_MS,
    message: 'More people are signing up than we can write to at the moment. Please try again later.',
  },
} satisfies Record<string, Rule>

/** Refused clients to remember: a flood from more networks is unlikely. */
const MAX_REFUSED = 100_000

type ClientLimit = keyof typeof clientRules
type SubjectLimit = keyof typeof subjectRules
type ServiceLimit = keyof typeof serviceRules
type LimitName = ClientLimit | SubjectLimit | ServiceLimit

const rules: Record<LimitName, Rule> = { ...clientRules, ...subjectRules, ...serviceRules }
const LONGEST_WINDOW_MS = Math.max(...Object.values(rules).map((rule) => rule.windowMs))

export interface Limit {
  readonly name: LimitName
  readonly keyHash: Buffer
  /** Multiplies the rule's `max`: see `LimitedNetwork`. */
  readonly times: number
}

export type AttemptLimits = Awaited<ReturnType<typeof createAttemptLimits>>

/** `refusal`: 429 `over_request_rate_limit`. `usedUp`: the limits for which this was the last attempt allowed. */
export type Attempt =
  | { readonly allowed: false; readonly refusal: ApiError }
  | { readonly allowed: true; readonly usedUp: Limit['name'][] }

/** A refused attempt writes nothing, so its transaction may fail. @throws {ApiError} 429 `over_request_rate_limit`. */
export function assertAllowed(attempt: Attempt): void {
  if (!attempt.allowed) throw attempt.refusal
}

/**
 * Limits that survive a restart, because attempts are rows, end by themselves, because their window slides, and store
 * no address, only keyed hashes.
 *
 * @throws {KeyFileError}
 */
export async function createAttemptLimits(keysDir: string, now: () => Date) {
  // Without the key, nobody with a copy of the database can try addresses against the hashes.
  const key = await loadSecretKey(keysDir, 'limits.key', 'attempts until then no longer count')
  const hashOf = (subject: string) => createHmac('sha256', key).update(subject).digest()
  const ago = (ms: number) => new Date(now().getTime() - ms)
  /** When refusals end, milliseconds since 1970, by hash. Without subjects: their limits can be reset. */
  const refusedUntil = new LRUCache<string, number>(atMost(MAX_REFUSED))

  async function attemptsOf(db: Db, { name, keyHash, times }: Limit): Promise<Date[]> {
    const rows = await db
      .selectFrom('limited_attempts')
      .select('at')
      .where('key_hash', '=', keyHash)
      .where('at', '>', ago(rules[name].windowMs))
      .orderBy('at', 'desc')
      .limit(times * rules[name].max)
      .execute()
    return rows.map((row) => row.at)
  }

  /** Undefined if the next attempt is allowed now. */
  function refusalOf(limit: Limit, attempts: readonly Date[]): ApiError | undefined {
    const { name, keyHash, times } = limit
    const oldest = attempts[times * rules[name].max - 1]
    if (!oldest) return undefined
    const until = oldest.getTime() + rules[name].windowMs
    if (!(name in subjectRules)) refusedUntil.set(keyHash.toString('base64'), until)
    return refusal(limit, until)
  }

  /** @param until in milliseconds since 1970. */
  function refusal({ name }: Limit, until: number): ApiError {
    const { message = 'Too many attempts. Please wait a few minutes and try again.' } = rules[name]
    const retryAfter = Math.max(1, Math.ceil((until - now().getTime()) / 1000))
    return new ApiError(429, 'over_request_rate_limit', message, { retryAfter })
  }

  /**
   * Refuses, without a query, if a client's or the service's limit is known to be reached, so that a flood does not
   * reach the database. A client that passes may still be over the limit.
   *
   * @throws {ApiError} 429 `over_request_rate_limit`.
   */
  function refuseAtOnce(limits: readonly Limit[]): void {
    for (const limit of limits) {
      const until = refusedUntil.get(limit.keyHash.toString('base64')) ?? 0
      if (until > now().getTime()) throw refusal(limit, until)
    }
  }

  /** Deletes expired attempts of these limits, and others older than the longest window. */
  async function deleteOld(trx: Db, limits: readonly Limit[]): Promise<void> {
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
    /** Limits of the client's network and the /48 around it. @param address used here, not stored. */
    forClient: (name: ClientLimit, address: string): readonly Limit[] =>
      limitedNetworks(address).map(({ key, times }) => ({ name, keyHash: hashOf(`${name}:${key}`), times })),
    /** @param subject normalised: other spellings are other subjects. */
    forSubject: (name: SubjectLimit, subject: string): Limit => ({
      name,
      keyHash: hashOf(`${name}:${subject}`),
      times: 1,
    }),
    forService: (name: ServiceLimit): Limit => ({ name, keyHash: hashOf(name), times: 1 }),

    refuseAtOnce,

    /** Checks without counting. @throws {ApiError} 429 `over_request_rate_limit` if a limit is reached. */
    async check(db: Db, limits: readonly Limit[]) {
      refuseAtOnce(limits)
      for (const limit of limits) {
        const refusal = refusalOf(limit, await attemptsOf(db, limit))
        if (refusal) throw refusal
      }
    },

    /**
     * Checks and counts in one step, so that concurrent attempts get no more tries than consecutive ones. The transaction
     * holds the limits' locks until it ends.
     */
    async attempt(trx: Db, limits: readonly Limit[], counts = true): Promise<Attempt> {
      const attempts = new Map<Limit, Date[]>()
      // In a fixed order, or two attempts could deadlock.
      for (const limit of [...limits].sort((a, b) => Buffer.compare(a.keyHash, b.keyHash))) {
        // Advisory locks have 64 bits; limits that collide merely wait for each other.
        const lock = limit.keyHash.readBigInt64BE(0).toString()
        await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(trx)
        attempts.set(limit, await attemptsOf(trx, limit))
      }
      const refusal = longest([...attempts].map(([limit, dates]) => refusalOf(limit, dates)))
      if (refusal) return { allowed: false, refusal }
      if (!counts) return { allowed: true, usedUp: [] }

      const at = now()
      await trx
        .insertInto('limited_attempts')
        .values(limits.map((limit) => ({ key_hash: limit.keyHash, at })))
        .execute()
      await deleteOld(trx, limits)
      const usedUp = [...attempts].filter(
        ([{ name, times }, dates]) => dates.length + 1 >= times * rules[name].max,
      )
      return { allowed: true, usedUp: [...new Set(usedUp.map(([limit]) => limit.name))] }
    },

    /** Deletes the attempts of a limit. */
    async reset(trx: Db, limit: Limit) {
      await trx.deleteFrom('limited_attempts').where('key_hash', '=', limit.keyHash).execute()
    },
  }
}

/** The refusal with the longest wait. */
function longest(refusals: readonly (ApiError | undefined)[]): ApiError | undefined {
  return refusals
    .filter((refusal) => refusal !== undefined)
    .toSorted((a, b) => (b.retryAfter ?? 0) - (a.retryAfter ?? 0))[0]
}
