/** The links in mails. Each opens one door for one subscriber. */
export interface NewsletterTokensTable {
  /** SHA-256 of the token's text. The token itself is nowhere but in the mail. */
  token_hash: Buffer
  /** Null once the subscriber is gone: then the link to leave says that it worked. */
  subscriber_id: string | null
  purpose: TokenPurpose
  created_at: Date
}

export type TokenPurpose = 'confirm' | 'unsubscribe' | 'guide'
