import { LinkProblem, type SiteLink } from '@half-measure/shared/stats/link-health.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../database/schema/database.ts'
import type { LinkChecksTable } from '../../database/schema/workspace-tables.ts'
import type { Probe } from '../../platform/http/probe-address.ts'
import type { LinkRecord } from './judge-link.ts'

/** What the table knows of a link. */
export interface StoredLink extends LinkRecord {
  readonly probe: Probe
  readonly checkedAt: Date
}

export async function readLinks(db: Db): Promise<ReadonlyMap<string, StoredLink>> {
  const rows = await db.selectFrom('link_checks').selectAll().execute()
  return new Map(rows.map((row) => [row.href, storedLink(row)]))
}

function storedLink(row: Selectable<LinkChecksTable>): StoredLink {
  const { status, url, redirects, ms, failed_nights, failing_since, checked_at } = row
  const problem = LinkProblem.nullable().parse(row.problem)
  return {
    status,
    failedNights: failed_nights,
    failingSince: failing_since,
    checkedAt: checked_at,
    probe: { status, problem, url, redirects, ms },
  }
}

export async function storeLink(trx: Db, href: string, { probe, ...record }: StoredLink): Promise<void> {
  const { problem, url, redirects, ms } = probe
  const values = {
    checked_at: record.checkedAt,
    status: record.status,
    problem,
    url,
    redirects,
    ms,
    failed_nights: record.failedNights,
    failing_since: record.failingSince,
  }
  await trx
    .insertInto('link_checks')
    .values({ href, ...values })
    .onConflict((conflict) => conflict.column('href').doUpdateSet(values))
    .execute()
}

/** Forgets links that no page has any more. */
export async function dropOtherLinks(trx: Db, links: readonly SiteLink[]): Promise<void> {
  const kept = links.map(({ href }) => href)
  await trx
    .deleteFrom('link_checks')
    .where('href', 'not in', kept.length > 0 ? kept : [''])
    .execute()
}
