import type { EditionState } from '@half-measure/shared/people/edition.ts'
import type { Generated } from 'kysely'

/** Issues of the newsletter: drafts, the one being sent, and what was sent. */
export interface EditionsTable {
  id: Generated<string>
  subject: string
  preheader: string
  /** Markdown. */
  body: string
  state: EditionState
  /** Grows with every change of the text. */
  version: Generated<number>
  created_at: Date
  updated_at: Date
  /** When sending began: whoever had confirmed by then gets it. */
  started_at: Date | null
  finished_at: Date | null
}
