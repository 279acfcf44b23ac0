import type { Generated } from 'kysely'

/** What administrators write beside a day of the figures. */
export interface AnnotationsTable {
  id: Generated<string>
  /** Of the publication's zone. Read as text: a driver's date would have an hour, and a zone. */
  day: string
  text: string
  /** Null once the account is gone. */
  written_by: string | null
  created_at: Date
}
