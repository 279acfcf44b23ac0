import { LRUCache } from 'lru-cache'
import type { Db } from '../../../database/schema/database.ts'

export interface SentIssue {
  readonly startedAt: Date
  /** Where its links lead. */
  readonly links: readonly string[]
}

/** Between two queries for unknown issues, so that invented ids hardly cost the database anything. */
const LOOK_AGAIN_MS = 5_000

/** Issues that were sent or are being sent, in memory; they no longer change. */
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
    return known ?? (await this.#issues.fetch('all'))?.get(id)
  }
}

async function readSentIssues(db: Db): Promise<ReadonlyMap<string, SentIssue>> {
  const rows = await db
    .selectFrom('newsletter_issues')
    .leftJoin('newsletter_issue_links', 'issue_id', 'newsletter_issues.id')
    .select(['newsletter_issues.id', 'started_at', 'url'])
    .where('started_at', 'is not', null)
    .$narrowType<{ started_at: Date }>()
    .orderBy('position')
    .execute()
  const issues = new Map<string, { startedAt: Date; links: string[] }>()
  for (const { id, started_at: startedAt, url } of rows) {
    const issue = issues.get(id) ?? { startedAt, links: [] }
    if (url !== null) issue.links.push(url)
    issues.set(id, issue)
  }
  return issues
}
