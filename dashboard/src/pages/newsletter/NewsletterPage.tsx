import { ISSUE_FIGURES, type IssueCounts, perEmail } from '@half-measure/shared/audience/issue-report.ts'
import type { IssueList } from '@half-measure/shared/audience/issue.ts'
import { createIssue, exportIssueResults, listIssues } from '@half-measure/shared/routes/audience.ts'
import { urlOf } from '@half-measure/shared/routes/route.ts'
import { Link, useNavigate } from 'react-router-dom'
import { DownloadButton } from '../../api/DownloadButton.tsx'
import { useApiPages, useRouteMutation } from '../../api/queries.ts'
import { countOf, formatCount, formatShare } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { paths } from '../../paths.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Definitions } from '../../ui/Definitions.tsx'
import { Loaded, MoreButton } from '../../ui/Loaded.tsx'
import { type Column, figureColumn, Table } from '../../ui/Table.tsx'
import { issueState } from './issue-state.ts'

const BLANK = { subject: '', preheader: '', body: '' }

/** Newsletter issues: drafts, scheduled ones, the one being sent, sent ones. */
export function NewsletterPage() {
  const navigate = useNavigate()
  const { result, first, more } = useApiPages(listIssues, {}, ({ issues }) => issues)
  const creation = useRouteMutation(createIssue, [listIssues])

  async function create() {
    const draft = await creation.run({ body: BLANK })
    if (draft) void navigate(paths.issue(draft.id))
  }

  return (
    <Page
      title="Newsletter"
      subtitle={
        first
          ? `The Friday Edition, for ${countOf(first.subscribers, 'subscriber')} who can be reached`
          : 'The Friday Edition'
      }
      tools={
        <div className="row">
          <DownloadButton url={() => urlOf(exportIssueResults)} name="newsletter-issues.csv" />
          <Button tone="primary" busy={creation.running} onClick={() => void create()}>
            New issue
          </Button>
        </div>
      }
    >
      <ChangeFailed of={[creation]} />
      <Loaded
        result={result}
        what="The newsletter issues"
        empty="No issues yet. Press “New issue” to write the first one."
      >
        {(issues) => (
          <Table
            caption="Newsletter issues, newest first"
            columns={COLUMNS}
            rows={issues}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
      <Definitions of={[ISSUE_FIGURES.open_rate, ISSUE_FIGURES.click_rate, ISSUE_FIGURES.unsubscribe_rate]} />
    </Page>
  )
}

type Row = IssueList['issues'][number]

/** A count and its share of the emails that could be counted; says how many unless it is all delivered ones. */
function sharedColumn(
  label: string,
  figure: keyof typeof ISSUE_FIGURES,
  of: (counts: IssueCounts) => readonly [count: number | null, emails: number],
): Column<Row> {
  const rate = ({ counts }: Row) => {
    const [count, emails] = counts ? of(counts) : [null, 0]
    return count === null ? null : perEmail(count, emails)
  }
  return figureColumn({ ...ISSUE_FIGURES[figure], label }, rate, (rate, { counts }) => {
    const [count, emails] = counts ? of(counts) : [null, 0]
    const share =
      emails === counts?.delivered ? formatShare(rate) : `${formatShare(rate)} of ${formatCount(emails)}`
    return `${formatCount(count ?? 0)} (${share})`
  })
}

const COLUMNS: readonly Column<Row>[] = [
  {
    header: 'Subject',
    render: ({ id, subject }) => <Link to={paths.issue(id)}>{subject === '' ? 'No subject' : subject}</Link>,
  },
  { header: 'State', render: issueState },
  {
    header: 'Delivered',
    render: ({ progress }) =>
      progress === null
        ? 'not sent'
        : `${formatCount(progress.delivered)} of ${countOf(progress.recipients, 'subscriber')}`,
  },
  sharedColumn('Opens', 'open_rate', ({ opens, counting_opens }) => [opens, counting_opens]),
  sharedColumn('Clicks', 'click_rate', ({ clicks, delivered }) => [clicks, delivered]),
  sharedColumn('Unsubscribed', 'unsubscribe_rate', ({ unsubscribes, delivered }) => [
    unsubscribes,
    delivered,
  ]),
  {
    header: 'When',
    render: ({ started_at, updated_at }) => (
      <>
        {started_at === null ? 'changed' : 'started'}{' '}
        <time dateTime={started_at ?? updated_at}>{formatMoment(started_at ?? updated_at)}</time>
      </>
    ),
  },
]
