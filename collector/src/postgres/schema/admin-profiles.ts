/** The row's existence makes a user an administrator; the role is shown, not judged. */
export interface AdminProfilesTable {
  user_id: string
  role: string
  created_at: Date
}
