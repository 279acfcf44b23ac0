import {
  type IssueCounts,
  type IssueReport,
  MIN_COUNTING_OPENS,
} from '@half-measure/shared/audience/issue-report.ts'
import type { Db } from '../../../database/schema/database.ts'

/**
 * Results of the emails of issues, by id.
 *
 * @param hours since sending began; later counts are left out. All by default.
 */
export async function readCounts(
  db: Db,
  issueIds: readonly string[],
  hours = Infinity,
): Promise<ReadonlyMap<string, IssueCounts>> {
  if (issueIds.length === 0) return new Map()
  const [emails, counted] = await Promise.all([
    db
      .selectFrom('newsletter_deliveries')
      .select((eb) => [
        'issue_id',
        eb.fn.countAll<string>().as('delivered'),
        eb.fn.countAll<string>().filterWhere('counts_opens', '=', true).as('counting_opens'),
      ])
      .where('issue_id', 'in', issueIds)
      .where('outcome', '=', 'delivered')
      .groupBy('issue_id')
      .execute(),
    db
      .selectFrom('newsletter_issue_counts')
      .select((eb) => ['issue_id', 'kind', eb.fn.sum<string>('count').as('count')])
      .where('issue_id', 'in', issueIds)
      .$if(hours !== Infinity, (query) => query.where('hour', '<', hours))
      .groupBy(['issue_id', 'kind'])
      .execute(),
  ])
  return new Map(
    issueIds.map((id) => {
      const sent = emails.find(({ issue_id }) => issue_id === id)
      const of = (kind: (typeof counted)[number]['kind']) =>
        Number(counted.find((row) => row.issue_id === id && row.kind === kind)?.count ?? 0)
      const counting_opens = Number(sent?.counting_opens ?? 0)
      const showsOpens = counting_opens >= MIN_COUNTING_OPENS
      return [
        id,
        {
          delivered: Number(sent?.delivered ?? 0),
          counting_opens,
          opens: showsOpens ? of('open') : null,
          clicks: of('click'),
          unsubscribes: of('unsubscribe'),
          machine_opens: showsOpens ? of('machine_open') : null,
          machine_clicks: of('machine_click'),
        },
      ]
    }),
  )
}

/** The links of an issue, in the order of the text, with their clicks. */
export async function readLinks(db: Db, issueId: string): Promise<IssueReport['links']> {
  const rows = await db
    .selectFrom('newsletter_issue_links as links')
    .leftJoin('newsletter_issue_counts as counts', (join) =>
      join
        .onRef('counts.issue_id', '=', 'links.issue_id')
        .onRef('counts.link', '=', 'links.position')
        .on('kind', '=', 'click'),
    )
    .select((eb) => ['url', eb.fn.sum<string | null>('count').as('clicks')])
    .where('links.issue_id', '=', issueId)
    .groupBy(['position', 'url'])
    .orderBy('position')
    .execute()
  return rows.map(({ url, clicks }) => ({ url, clicks: Number(clicks ?? 0) }))
}
