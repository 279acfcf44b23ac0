import type { Generated } from 'kysely'

/** What reads statistics without an account. A withdrawn key stays, so that the log of its making has a subject. */
export interface StatsKeysTable {
  id: Generated<string>
  kind: 'token' | 'link'
  name: string
  /** SHA-256 of the secret. */
  secret_hash: Buffer
  /** argon2id; null where none is asked for. */
  password_hash: string | null
  made_by: string | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  withdrawn_at: Date | null
}
