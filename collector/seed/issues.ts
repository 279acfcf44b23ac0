import { HOURS_COUNTED } from '@half-measure/shared/audience/issue-report.ts'
import { issueCampaign } from '@half-measure/shared/domain/issue-campaign.ts'
import { type Kysely, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '@half-measure/shared/durations.ts'
import { renderIssue } from '../src/audience/issues/render-issue.ts'
import { addCounts, type IssueCount } from '../src/audience/newsletter/issue-counts.ts'
import type { Database } from '../src/database/schema/database.ts'
import type { Magazine } from './magazine.ts'
import type { SeededRandom } from './seeded-random.ts'
import { issueIdAt, issuesBetween } from './sources.ts'

interface IssueOptions {
  readonly magazine: Magazine
  readonly until: number
  readonly seed: number
  readonly siteOrigin: string
  /** Sessions of the traffic that the links of an issue began, by its campaign. */
  readonly arrivals: ReadonlyMap<string, number>
}

/** Clicks are of all readers, sessions of those who accepted. */
const ACCEPTED = 0.62
const OPENED = 0.58
const LEFT = 0.004
/** Hours within which half of an issue's readers act. */
const HALF_LIFE = 6

/** One issue each Friday since the launch, delivered to all who had confirmed, opened and followed. @returns their number. */
export async function writeIssues(
  db: Kysely<Database>,
  random: SeededRandom,
  { magazine: { articles, launchedAt }, until, seed, siteOrigin, arrivals }: IssueOptions,
): Promise<number> {
  const issues = issuesBetween(launchedAt, until)
  for (const sentAt of issues) {
    const at = new Date(sentAt)
    const [newest, ...others] = articles.filter(({ publishedAt }) => publishedAt <= sentAt)
    const titleOf = (title = '') => title.replace(/ \| [^|]*$/, '')
    const lines = [newest, ...others.slice(0, 2)].map((one) => `- [${titleOf(one?.title)}](${one?.path})`)
    const issue = await db
      .insertInto('newsletter_issues')
      .values({
        id: issueIdAt(sentAt, seed),
        subject: titleOf(newest?.title),
        preheader: 'One letter, three things worth reading and a beer.',
        body: `Good evening.\n\nThis week:\n\n${lines.join('\n')}\n\nUntil next Friday.`,
        state: 'sent',
        created_at: new Date(sentAt - DAY_MS),
        updated_at: at,
        started_at: at,
        finished_at: new Date(sentAt + 4 * 60_000),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const issue_id = issue.id
    const links = renderIssue(issue, siteOrigin, at).links
    const rows = links.map((url, index) => ({ issue_id, position: index + 1, url }))
    await db.insertInto('newsletter_issue_links').values(rows).execute()
    const { rows: emails } = await sql<{ outcome: string; counts_opens: boolean }>`
      insert into newsletter_deliveries (email_id, issue_id, subscriber_id, outcome, counts_opens, queued_at)
      select gen_random_uuid(), ${issue_id}, id,
        case when hashtext(email) % 60 = 0 then 'failed' else 'delivered' end, allows_opens, ${at}
      from newsletter_subscribers where confirmed_at <= ${at}
      returning outcome, counts_opens`.execute(db)
    const delivered = emails.filter(({ outcome }) => outcome === 'delivered')
    const openable = delivered.filter(({ counts_opens }) => counts_opens).length
    await db
      .updateTable('newsletter_issues')
      .set({
        emails: emails.length,
        counting_opens: emails.filter(({ counts_opens }) => counts_opens).length,
      })
      .where('id', '=', issue_id)
      .execute()
    const clicks = (arrivals.get(issueCampaign(issue_id, at)) ?? 0) / ACCEPTED
    const [first = 0, second = 0, third = 0] = [0.55, 0.28, 0.17].map((share) => clicks * share)
    await addCounts(
      db,
      [
        ...spread(random, openable * random.around(OPENED, 0.12), { kind: 'open', link: 0 }),
        ...spread(random, openable * 0.09, { kind: 'machine_open', link: 0 }),
        ...[first, second, third]
          .slice(0, links.length)
          .flatMap((count, index) => [
            ...spread(random, count * random.around(1, 0.2), { kind: 'click', link: index + 1 }),
            ...spread(random, delivered.length * 0.04, { kind: 'machine_click', link: index + 1 }),
          ]),
        ...spread(random, delivered.length * random.around(LEFT, 0.6), { kind: 'unsubscribe', link: 0 }),
      ].flatMap(({ hour, ...count }) =>
        sentAt + hour * HOUR_MS < until ? { issue_id, hour, ...count } : [],
      ),
    )
  }
  return issues.length
}

/** Spreads the counts of one kind over the hours, most in the first. */
function spread(
  random: SeededRandom,
  expected: number,
  of: Pick<IssueCount, 'kind' | 'link'>,
): Omit<IssueCount, 'issue_id'>[] {
  const hours = new Map<number, number>()
  for (let n = Math.floor(expected + random.fraction()); n > 0; n -= 1) {
    const hour = Math.min(HOURS_COUNTED, Math.floor(-Math.log2(1 - random.fraction()) * HALF_LIFE))
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
  }
  return [...hours].map(([hour, count]) => ({ ...of, hour, count }))
}
