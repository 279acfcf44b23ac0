/** Links in mails that open an account, once. */
export interface AccountTokensTable {
  /** SHA-256 of the token's text. The token itself is nowhere but in the mail. */
  token_hash: Buffer
  user_id: string
  purpose: AccountTokenPurpose
  created_at: Date
  expires_at: Date
  used_at: Date | null
  /** The address that an account is to have; null for every other purpose. */
  new_email: string | null
}

export type AccountTokenPurpose = 'recovery' | 'invite' | 'email_change'
