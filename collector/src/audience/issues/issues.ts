import type {
  Issue,
  IssueChange,
  IssueList,
  SendingProgress,
  IssueQuery,
  IssueSummary,
  IssueText,
} from '@half-measure/shared/audience/issue.ts'
import type { Selectable } from 'kysely'
import { countRows, selectPage, withIsoDates } from '../../database/rows.ts'
import type { NewsletterIssuesTable } from '../../database/schema/audience-tables.ts'
import type { ClockedDb, Db } from '../../database/schema/database.ts'
import { recordAudit } from '../../identity/audit-log.ts'
import type { Audience } from '../audience.ts'
import { issueChanged, issueFrozen, issueNotFound, previewNotFound } from '../errors.ts'
import { progressOf } from '../newsletter/deliveries.ts'
import { undeliverableSubscribers } from '../newsletter/undeliverable.ts'
import { readCounts } from './results/issue-counts.ts'
import { renderIssue, type RenderedIssue } from './render-issue.ts'

export type IssueRow = Selectable<NewsletterIssuesTable>

/** In place of a token, in previews and tests; its page says that the link is not valid. */
const PREVIEW_TOKEN = 'preview'

/** A page of issues, newest first, and the number of subscribers who would receive the next one. */
export async function listIssues(db: Db, query: IssueQuery): Promise<IssueList> {
  const all = db.selectFrom('newsletter_issues').selectAll()
  const { page, next } = await selectPage(all, 'created_at', query)
  const started = page.filter(({ started_at }) => started_at !== null).map(({ id }) => id)
  const [progress, counts, subscribers] = await Promise.all([
    progressOf(db, page),
    readCounts(db, started),
    countRows(
      db
        .selectFrom('newsletter_subscribers')
        .where('confirmed_at', 'is not', null)
        .where('id', 'not in', undeliverableSubscribers(db)),
    ),
  ])
  const issues = page.map((row) => ({
    ...summaryOf(row, progress.get(row.id)),
    counts: counts.get(row.id) ?? null,
  }))
  return { issues, next, subscribers }
}

/** @throws {ApiError} 404 `issue_not_found`. */
export function findIssue(db: Db, id: string): Promise<IssueRow> {
  return db
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(issueNotFound)
}

/** An issue with its progress and a preview of its email. */
export async function describeIssue(
  { db, now, site, previews }: Pick<Audience, 'db' | 'now' | 'site' | 'previews'>,
  row: IssueRow,
): Promise<Issue> {
  const progress = await progressOf(db, [row])
  const rendered = renderRow({ site, now }, row)
  const query = new URLSearchParams({ version: String(row.version), ticket: previews.issue(row) })
  return {
    ...summaryOf(row, progress.get(row.id)),
    preheader: row.preheader,
    body: row.body,
    preview: {
      html_url: `/api/issues/${row.id}/preview?${query.toString()}`,
      text: previewOf(rendered).text,
      problems: [...rendered.problems],
      warnings: [...rendered.warnings],
    },
  }
}

/** Creates a draft. */
export function createIssue({ db, now }: ClockedDb, text: IssueText): Promise<IssueRow> {
  const at = now()
  return db
    .insertInto('newsletter_issues')
    .values({ ...text, state: 'draft', created_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Changes a draft, if its version is the one that the editor saw.
 *
 * @throws {ApiError} 404 `issue_not_found`; 409 `issue_frozen` or `issue_changed`.
 */
export async function changeIssue(
  { db, now }: ClockedDb,
  id: string,
  { version, ...text }: IssueChange,
): Promise<IssueRow> {
  const changed = await db
    .updateTable('newsletter_issues')
    .set((eb) => ({ ...text, version: eb('version', '+', 1), updated_at: now() }))
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
  return changed ?? refuse(await findIssue(db, id))
}

/**
 * Deletes a draft.
 *
 * @param by account of the administrator.
 * @throws {ApiError} 404 `issue_not_found`; 409 `issue_frozen`.
 */
export async function deleteIssue({ db, now }: ClockedDb, id: string, by: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('newsletter_issues')
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .returning('subject')
      .executeTakeFirst()
    if (!deleted) return refuse(await findIssue(trx, id))
    const { subject } = deleted
    return recordAudit(trx, now(), null, { event: 'newsletter_issue_deleted', details: { by, subject } })
  })
}

/** The preview as HTML, for anyone with its ticket. @throws {ApiError} 404 `preview_not_found`. */
export async function readPreview(
  { db, now, site, previews }: Pick<Audience, 'db' | 'now' | 'site' | 'previews'>,
  preview: { id: string; version: number },
  ticket: string,
): Promise<string> {
  if (!previews.admits(ticket, preview)) throw previewNotFound()
  const row = await findIssue(db, preview.id)
  if (row.version !== preview.version) throw previewNotFound()
  return previewOf(renderRow({ site, now }, row)).html
}

/** Dated by the start of sending; drafts by today, scheduled issues by their day. */
export function renderRow({ site, now }: Pick<Audience, 'site' | 'now'>, row: IssueRow): RenderedIssue {
  return renderIssue(row, site, row.started_at ?? row.scheduled_for ?? now())
}

/** The email as subscribers see it; its link to unsubscribe does nothing. */
export function previewOf(rendered: RenderedIssue) {
  return rendered.email(PREVIEW_TOKEN)
}

function summaryOf(row: IssueRow, progress: SendingProgress | undefined): IssueSummary {
  const { id, subject, state, version, in_archive } = row
  const { created_at, updated_at, scheduled_for, started_at, finished_at } = row
  const times = withIsoDates({ created_at, updated_at, scheduled_for, started_at, finished_at })
  return { id, subject, state, version, in_archive, ...times, progress: progress ?? null }
}

function refuse({ state }: IssueRow): never {
  throw state === 'draft' ? issueChanged() : issueFrozen(state)
}
