import type { Db } from '../database/schema/database.ts'
import type { Outbox } from '../email/outbox.ts'
import type { AttemptLimits } from '../identity/attempt-limits.ts'
import { IssueTally } from './issues/results/issue-tally.ts'
import { SentIssues } from './issues/results/sent-issues.ts'
import { loadPreviewTickets, type PreviewTickets } from './issues/preview-tickets.ts'

/** Dependencies of messages, subscribers and newsletter issues. Each function names those it needs. */
export interface Audience {
  readonly db: Db
  readonly now: () => Date
  readonly limits: AttemptLimits
  /** Origin of the magazine. */
  readonly site: string
  /** Origin of the dashboard. */
  readonly dashboard: string
  readonly outbox: Outbox
  readonly previews: PreviewTickets
  readonly sentIssues: SentIssues
  readonly issueTally: IssueTally
}

/** Does not use the database. @throws {KeyFileError} */
export async function openAudience(
  identity: Pick<Audience, 'db' | 'now' | 'limits' | 'dashboard' | 'outbox'>,
  { keysDir, site }: { readonly keysDir: string; readonly site: string },
): Promise<Audience> {
  const { db, now, limits, dashboard, outbox } = identity
  return {
    db,
    now,
    limits,
    site,
    dashboard,
    outbox,
    previews: await loadPreviewTickets(keysDir, now),
    sentIssues: new SentIssues(db, now),
    issueTally: new IssueTally(() => now().getTime()),
  }
}
