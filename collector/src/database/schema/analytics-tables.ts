import type { TokenScope } from '@half-measure/shared/sharing/api-token.ts'
import type { HistoryDimension, HistoryProvider } from '@half-measure/shared/stats/imported-history.ts'
import type { ColumnType, Generated } from 'kysely'

export interface AnalyticsTables {
  /**
   * API tokens and share links: access to statistics without an account. The audit log says how each began and ended;
   * revoked and expired ones stay here for a month, if their administrator keeps the right.
   */
  api_tokens: {
    id: Generated<string>
    kind: 'token' | 'link'
    name: string
    /** SHA-256. */
    secret_hash: Buffer
    /** argon2id; null where the link needs no password. */
    password_hash: string | null
    scopes: TokenScope[]
    /** For a link: query string of the Explore view that it shows. */
    view: string
    /** An owner. When they stop being one, the row is deleted. */
    created_by: string
    created_at: Date
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
  }
  /** What counts as a goal. One row, once somebody has changed it. */
  goal_settings: {
    id: Generated<true>
    /** `Goals` of `shared`. */
    goals: ColumnType<unknown, string, string>
    changed_at: Date
  }
  /** Commissions that affiliate networks report, keyed by network and the network's own row. */
  affiliate_commissions: {
    network: string
    row_key: string
    /** As the network returned it; names page, product and slot. */
    sub_id: string
    occurred_at: Date
    /** Decimal text, at most four places: money is not counted in floating point. */
    commission: string
    /** ISO 4217. */
    currency: string
    status: 'pending' | 'approved' | 'declined'
  }
  /** The last file of each network, whether or not it changed anything. Outlives the network's commissions. */
  commission_imports: {
    network: string
    imported_at: Date
  }
  /** Tests that have ended. */
  ended_experiments: {
    test: string
    /** What every reader sees now. */
    variant: string
    note: string
    ended_at: Date
    /** Null once the account is deleted. */
    ended_by: string | null
    /** `ExperimentResult` of `shared`, as it was at the end. */
    result: ColumnType<unknown, string, never>
    archived: Generated<boolean>
  }
  /** Verdicts that a test has reached on a variant. They stay, whatever is erased or expires later. */
  experiment_decisions: {
    test: string
    variant: string
    kind: 'keep' | 'stop' | 'no_difference'
    /** `YYYY-MM-DD`, in the publication's time zone. */
    since: string
    sentence: string
  }
  /** Files of other analytics products; their rows are in ClickHouse. */
  history_imports: {
    id: Generated<string>
    provider: HistoryProvider
    report: string
    dimensions: HistoryDimension[]
    file_name: string
    /** SHA-256, hexadecimal: the same file is imported once. */
    file_digest: string
    /** ISO 8601. */
    first_day: string
    last_day: string
    rows: number
    /** `stored`: all its rows are in ClickHouse. Other imports are in no figure. */
    state: 'storing' | 'stored' | 'deleting'
    imported_by: string | null
    imported_at: Date
  }
}
