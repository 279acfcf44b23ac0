/** Codes to use once in place of a second factor. Used ones have no row. */
export interface RecoveryCodesTable {
  user_id: string
  /** Keyed hash: a code is too short for a plain one. */
  code_hash: Buffer
  created_at: Date
}
