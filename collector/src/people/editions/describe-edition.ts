import type { Edition, EditionProgress, EditionSummary } from '@half-measure/shared/people/edition.ts'
import type { Kysely, Selectable } from 'kysely'
import { renderEdition, type RenderedEdition } from '../../mail/edition/render-edition.ts'
import type { Database } from '../../database/schema/database.ts'
import type { NewsletterIssuesTable } from '../../database/schema/audience-tables.ts'
import { newsletterAddresses } from '../newsletter/addresses.ts'
import type { PeopleContext } from '../people-context.ts'
import { editionNotFound } from '../people-errors.ts'
import { progressOf } from './edition-progress.ts'

export type EditionRow = Selectable<NewsletterIssuesTable>

/** Stands for the token in letters that go to no reader; its page says that the link is not valid. */
const NO_READER = 'preview'

/** @throws {ApiError} 404 `edition_not_found`. */
export async function findEdition(db: Kysely<Database>, id: string): Promise<EditionRow> {
  const row = await db.selectFrom('newsletter_issues').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw editionNotFound()
  return row
}

/** As its page shows it, with the letter that would go out now, or that went out. */
export async function describeEdition(
  context: Pick<PeopleContext, 'db' | 'now' | 'origins' | 'tickets'>,
  row: EditionRow,
): Promise<Edition> {
  const progress = await progressOf(context.db, [row])
  const rendered = renderRow(context, row)
  const query = new URLSearchParams({ version: String(row.version), ticket: context.tickets.issue(row) })
  return {
    ...summaryOf(row, progress.get(row.id)),
    preheader: row.preheader,
    body: row.body,
    letter: {
      html_url: `/api/editions/${row.id}/letter?${query.toString()}`,
      text: previewLetter(context, rendered).text,
      problems: [...rendered.problems],
    },
  }
}

/** As the list shows it. @param progress none for a draft. */
export function summaryOf(row: EditionRow, progress: EditionProgress | undefined): EditionSummary {
  return {
    id: row.id,
    subject: row.subject,
    state: row.state,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    progress: progress ?? null,
  }
}

/** Dated by the day on which sending began; a draft by today. */
export function renderRow(
  { origins, now }: Pick<PeopleContext, 'origins' | 'now'>,
  row: EditionRow,
): RenderedEdition {
  return renderEdition(row, origins.site, row.started_at ?? now())
}

/** The letter as it would be read, with a link to leave that nobody can use. */
export function previewLetter({ origins }: Pick<PeopleContext, 'origins'>, rendered: RenderedEdition) {
  return rendered.letter(newsletterAddresses(origins.site).unsubscribe(NO_READER))
}
