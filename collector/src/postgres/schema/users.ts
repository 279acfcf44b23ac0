import type { Generated } from 'kysely'

/** People who can sign in. Having a row gives no right: that is `admin_profiles`. */
export interface UsersTable {
  id: Generated<string>
  /** Trimmed, in lower case, unique. */
  email: string
  /** argon2id in PHC form; parameters and salt are part of it. */
  password_hash: string
  created_at: Date
  last_sign_in_at: Date | null
  /** Addresses that it had: the configured administrator is not made anew because it goes by another one. */
  former_emails: Generated<string[]>
}
