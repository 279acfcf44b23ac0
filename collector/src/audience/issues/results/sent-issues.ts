import { LRUCache } from 'lru-cache'
import type { Db } from '../../../database/schema/database.ts'

export interface SentIssue {
  readonly startedAt: Date
  /** URLs of its links. */
  readonly links: readonly string[]
  readonly isComplete: boolean
  /** Emails queued so far, and those among them that count opens. */
  readonly emails: number
  readonly countingOpens: number
}

/**
 * Between two queries: for unknown issues, so that invented ids hardly cost the database anything, and for issues
 * being sent. Milliseconds.
 */
const LOOK_AGAIN_MS = 5_000

/** Issues since sending began, in memory; only the number of emails changes during sending. */
export class SentIssues {
  readonly #issues: LRUCache<'all', ReadonlyMap<string, SentIssue>>

  constructor(db: Db, now: () => Date) {
    this.#issues = new LRUCache({
      max: 1,
      ttl: LOOK_AGAIN_MS,
      ttlResolution: 0,
      fetchMethod: () => readSentIssues(db),
      allowStaleOnFetchRejection: true,
      noDeleteOnFetchRejection: true,
      noDeleteOnStaleGet: true,
      perf: { now: () => now().getTime() },
    })
  }

  /** @throws where the database is unavailable and was never read. */
  async find(id: string): Promise<SentIssue | undefined> {
    const known = this.#issues.get('all', { allowStale: true })?.get(id)
    if (!known) return (await this.#issues.fetch('all'))?.get(id)
    // Not waited for: no redirect of a known issue needs the database.
    if (!known.isComplete) void this.#issues.fetch('all', { allowStale: true })
    return known
  }
}

async function readSentIssues(db: Db): Promise<ReadonlyMap<string, SentIssue>> {
  const rows = await db
    .selectFrom('newsletter_issues')
    .leftJoin('newsletter_issue_links', 'issue_id', 'newsletter_issues.id')
    .select(['newsletter_issues.id', 'started_at', 'finished_at', 'emails', 'counting_opens', 'url'])
    .where('started_at', 'is not', null)
    .$narrowType<{ started_at: Date }>()
    .orderBy('position')
    .execute()
  const issues = new Map<string, SentIssue & { links: string[] }>()
  for (const { id, started_at: startedAt, finished_at, emails, counting_opens: countingOpens, url } of rows) {
    const isComplete = finished_at !== null
    const issue = issues.get(id) ?? { startedAt, links: [], isComplete, emails, countingOpens }
    if (url !== null) issue.links.push(url)
    issues.set(id, issue)
  }
  return issues
}
