import type {
  MadeStatsKey,
  OpenedShare,
  ShareOpening,
  StatsKey,
  StatsKeyDraft,
} from '@half-measure/shared/sharing/stats-key.ts'
import type { Kysely } from 'kysely'
import type { AttemptLimits } from '../auth/attempt-limits.ts'
import type { Database } from '../database/schema/database.ts'
import { openShare } from './open-share.ts'
import { readerOf } from './reader-of.ts'
import type { ShareGrants } from './share-grants.ts'
import { listKeys, makeKey, withdrawKey } from './stats-keys.ts'

/** What the functions of this folder work with. */
export interface SharingContext {
  readonly db: Kysely<Database>
  readonly limits: AttemptLimits
  readonly grants: ShareGrants
  readonly now: () => Date
}

/** Statistics for those without an account. What a method throws is an `ApiError`; see the function of its name. */
export interface Sharing {
  readonly keys: {
    list(): Promise<StatsKey[]>
    /** @param by account of the administrator. */
    make(draft: StatsKeyDraft, by: string): Promise<MadeStatsKey>
    withdraw(id: string, by: string): Promise<void>
  }
  /** @param client the client's address; used for its limit, not kept. */
  open(opening: ShareOpening, client: string): Promise<OpenedShare>
  /** The id of the key that a bearer token shows; undefined for one of another kind. */
  readerOf(bearer: string): Promise<string | undefined>
}

export function createSharing(options: Omit<SharingContext, 'now'> & { now?: () => Date }): Sharing {
  const context: SharingContext = { now: () => new Date(), ...options }
  return {
    keys: {
      list: () => listKeys(context),
      make: (draft, by) => makeKey(context, draft, by),
      withdraw: (id, by) => withdrawKey(context, id, by),
    },
    open: (opening, client) => openShare(context, opening, client),
    readerOf: (bearer) => readerOf(context, bearer),
  }
}
