import type { Generated } from 'kysely'

/** The row's existence makes a user an administrator; the role is shown, not judged. */
export interface AdminProfilesTable {
  user_id: string
  role: string
  created_at: Date
  /** Without a second factor shown, nothing of the administrator's opens. */
  second_factor_required: Generated<boolean>
}
