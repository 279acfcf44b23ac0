import type { Generated } from 'kysely'

/** Addresses of the dashboard that administrators keep under a name. */
export interface SavedViewsTable {
  id: Generated<string>
  owner_id: string
  name: string
  /** What stands behind the question mark. */
  query: string
  shared: boolean
  created_at: Date
}
