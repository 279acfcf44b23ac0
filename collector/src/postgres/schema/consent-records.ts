/** Who consented to cookies when, to which words, and until when. Nothing connects it with a person or a session. */
export interface ConsentRecordsTable {
  /** Random; the browser that consented knows it. */
  id: string
  /** Names the words of the banner. */
  version: string
  /** The server's clock. */
  granted_at: Date
  /** Null while the consent is in force. */
  withdrawn_at: Date | null
}
