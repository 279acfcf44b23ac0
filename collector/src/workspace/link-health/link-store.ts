import type { SiteLink } from '@half-measure/shared/stats/link-health.ts'
import type { Selectable } from 'kysely'
import type { Database, Db } from '../../database/schema/database.ts'

export type LinkCheckRow = Selectable<Database['link_checks']>

export async function readLinks(db: Db): Promise<ReadonlyMap<string, LinkCheckRow>> {
  const rows = await db.selectFrom('link_checks').selectAll().execute()
  return new Map(rows.map((row) => [row.href, row]))
}

export async function storeLink(trx: Db, row: LinkCheckRow): Promise<void> {
  await trx
    .insertInto('link_checks')
    .values(row)
    .onConflict((conflict) => conflict.column('href').doUpdateSet(row))
    .execute()
}

/** Forgets links that no page has any more, and returns them. */
export async function dropOtherLinks(trx: Db, links: readonly SiteLink[]): Promise<LinkCheckRow[]> {
  const kept = links.map(({ href }) => href)
  return trx
    .deleteFrom('link_checks')
    .where('href', 'not in', kept.length > 0 ? kept : [''])
    .returningAll()
    .execute()
}
