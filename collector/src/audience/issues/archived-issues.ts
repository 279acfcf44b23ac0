import type { NotNull } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ClockedDb, Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import type { Principal } from '../../identity/authenticate.ts'
import { singleFlight } from '../../platform/single-flight.ts'
import { issueNotSending } from '../errors.ts'
import type { IssueBlock } from './issue-body.ts'
import { issueHtml } from './issue-html.ts'
import { findIssue, type IssueRow } from './issues.ts'
import { readMarkdown } from './read-markdown.ts'

export interface ArchivedIssue {
  readonly id: string
  readonly subject: string
  readonly preheader: string
  readonly sentAt: Date
  /** The day and the subject, for its URL; a number too where an earlier issue has the same. */
  readonly slug: string
}

interface ArchivedBody {
  readonly html: string
  /** Origins of its pictures on other sites. */
  readonly pictureOrigins: readonly string[]
}

/** About ten kilobytes each. */
const CACHED_BODIES = 200

/** Issues that have ended. Their text no longer changes, so each is rendered once. */
export class ArchivedIssues {
  /** Newest first, without bodies. */
  readonly list: () => Promise<ArchivedIssue[]>
  readonly #bodies: LRUCache<string, ArchivedBody>

  constructor(db: Db, site: string) {
    this.list = singleFlight(() => readIssues(db))
    this.#bodies = new LRUCache({ max: CACHED_BODIES, fetchMethod: (id) => readBody(db, site, id) })
  }

  bodyOf({ id }: Pick<ArchivedIssue, 'id'>): Promise<ArchivedBody> {
    return this.#bodies.forceFetch(id)
  }
}

/**
 * Shows an issue that has ended in the archive, or removes it.
 *
 * @throws {ApiError} 404 `issue_not_found`; 409 `issue_not_sending` where it has not ended, or somebody else did so.
 */
export async function setInArchive(
  { db, now }: ClockedDb,
  id: string,
  inArchive: boolean,
  { userId: by }: Pick<Principal, 'userId'>,
): Promise<IssueRow> {
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('newsletter_issues')
      .set({ in_archive: inArchive })
      .where('id', '=', id)
      .where('finished_at', 'is not', null)
      .where('in_archive', '=', !inArchive)
      .returningAll()
      .executeTakeFirst()
    if (!changed) {
      await findIssue(trx, id)
      throw issueNotSending()
    }
    const event = inArchive ? 'newsletter_issue_shown_in_archive' : 'newsletter_issue_removed_from_archive'
    await recordAudit(trx, now(), null, { event, details: { by, issue_id: id } })
    return changed
  })
}

async function readIssues(db: Db): Promise<ArchivedIssue[]> {
  const rows = await db
    .selectFrom('newsletter_issues')
    .select(['id', 'subject', 'preheader', 'started_at', 'finished_at', 'in_archive'])
    .where('started_at', 'is not', null)
    .$narrowType<{ started_at: NotNull }>()
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  // Every issue that was begun has its slug, so that none changes when another one ends or is removed.
  const slugs = new Set<string>()
  const issues = rows.map(({ started_at: sentAt, finished_at, in_archive, ...text }) => {
    const slug = freeSlug(slugOf(text.subject, sentAt), slugs)
    slugs.add(slug)
    return { isShown: finished_at !== null && in_archive, issue: { ...text, sentAt, slug } }
  })
  return issues.flatMap(({ isShown, issue }) => (isShown ? [issue] : [])).toReversed()
}

/** Inline styles, for email only: the site has a style sheet, and its policy forbids them. */
const EMAIL_STYLES = / (?:style|class|width|border|align)="[^"]*"/g

async function readBody(db: Db, site: string, id: string): Promise<ArchivedBody> {
  const { body } = await db
    .selectFrom('newsletter_issues')
    .select('body')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { blocks } = readMarkdown(body, site)
  return {
    // Quotation marks of the text are entities, so only attributes match.
    html: issueHtml(blocks).replaceAll(EMAIL_STYLES, ''),
    pictureOrigins: [...new Set(pictureOrigins(blocks))].filter((origin) => origin !== site),
  }
}

/** As a content policy may name them: a host may contain a semicolon. */
const POLICY_ORIGIN = /^https:\/\/[\w.-]+(?::\d+)?$/

function pictureOrigins(blocks: readonly IssueBlock[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'picture':
        return [new URL(block.src).origin].filter((origin) => POLICY_ORIGIN.test(origin))
      case 'quote':
        return pictureOrigins(block.blocks)
      case 'list':
        return block.items.flatMap(pictureOrigins)
      default:
        return []
    }
  })
}

function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number++) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`
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
