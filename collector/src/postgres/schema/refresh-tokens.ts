/** Every refresh token of a session, spent ones included: knowing them is what makes reuse visible. */
export interface RefreshTokensTable {
  /** SHA-256 of the token's text. The token itself is nowhere but with its owner. */
  token_hash: Buffer
  session_id: string
  issued_at: Date
  /** When it was first exchanged for another; null while it is unspent. */
  rotated_at: Date | null
}
