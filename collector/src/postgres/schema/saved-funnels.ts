import type { Generated } from 'kysely'

/** Funnels that administrators keep. */
export interface SavedFunnelsTable {
  id: Generated<string>
  name: string
  /** As text, in order: `page:/newsletter`, `conversion:newsletter_signup`. */
  steps: string[]
  window_minutes: number
  created_at: Date
  changed_at: Date
}
