import { LRUCache } from 'lru-cache'
import type { Db } from '../../database/schema/database.ts'
import { singleFlight } from '../../platform/single-flight.ts'
import { issueHtml } from './issue-html.ts'
import { readMarkdown } from './read-markdown.ts'

export interface ArchivedIssue {
  readonly id: string
  readonly subject: string
  readonly preheader: string
  readonly sentAt: Date
  /** The day and the subject, for its URL. */
  readonly slug: string
}

/** About ten kilobytes each. */
const CACHED_BODIES = 200

/** Sent issues. They no longer change, so each is rendered once. */
export class ArchivedIssues {
  /** Newest first, without bodies. */
  readonly list: () => Promise<ArchivedIssue[]>
  readonly #bodies: LRUCache<string, string>

  constructor(db: Db, site: string) {
    this.list = singleFlight(() => readIssues(db))
    this.#bodies = new LRUCache({ max: CACHED_BODIES, fetchMethod: (id) => readBody(db, site, id) })
  }

  /** The body as HTML. */
  bodyOf({ id }: Pick<ArchivedIssue, 'id'>): Promise<string> {
    return this.#bodies.forceFetch(id)
  }
}

async function readIssues(db: Db): Promise<ArchivedIssue[]> {
  const rows = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'subject', 'preheader', 'started_at', 'created_at'])
    .where('state', '=', 'sent')
    .orderBy('started_at', 'desc')
    .execute()
  return rows.map(({ started_at, created_at, ...text }) => {
    const sentAt = started_at ?? created_at
    return { ...text, sentAt, slug: slugOf(text.subject, sentAt) }
  })
}

/** Inline styles, for email only: the site has a style sheet, and its policy forbids them. */
const EMAIL_STYLES = / (?:style|class|width|border|align)="[^"]*"/g

async function readBody(db: Db, site: string, id: string): Promise<string> {
  const { body } = await db
    .selectFrom('newsletter_issues')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Quotation marks of the text are entities, so only attributes match.
  return issueHtml(readMarkdown(body, site).blocks).replaceAll(EMAIL_STYLES, '')
}

function slugOf(subject: string, sentAt: Date): string {
  const words = subject
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f’']/g, '')
  const hyphened =
    words
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 60) ?? 'issue'
  return `${sentAt.toISOString().slice(0, 10)}-${hyphened}`
}
