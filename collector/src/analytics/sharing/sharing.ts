import type { Db } from '../../database/schema/database.ts'
import type { AttemptLimits } from '../../identity/attempt-limits.ts'
import type { RecordRefusal } from '../../identity/record-refusal.ts'
import type { Passwords } from '../../identity/passwords.ts'
import { loadShareGrants, type ShareGrants } from './share-grants.ts'

/** What API tokens and share links are made with. Each function names the part that it needs. */
export interface Sharing {
  readonly db: Db
  readonly now: () => Date
  readonly limits: AttemptLimits
  readonly passwords: Passwords
  readonly grants: ShareGrants
  readonly recordRefusal: RecordRefusal
}

/** Does not use the database. @throws {KeyFileError} */
export async function openSharing(
  { db, now, limits, passwords, recordRefusal }: Omit<Sharing, 'grants'>,
  keysDir: string,
): Promise<Sharing> {
  return { db, now, limits, passwords, recordRefusal, grants: await loadShareGrants(keysDir, now) }
}
