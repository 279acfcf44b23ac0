import type { IssueSummary } from '@half-measure/shared/audience/issue.ts'
import { createIssue, listIssues } from '@half-measure/shared/routes/audience.ts'
import { Link, useNavigate } from 'react-router-dom'
import { useApiPages, useRouteMutation } from '../../api/queries.ts'
import { countOf, formatCount } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { paths } from '../../paths.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loaded, MoreButton } from '../../ui/Loaded.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { issueState } from './issue-state.ts'

const BLANK = { subject: '', preheader: '', body: '' }
const EVERYTHING = new URLSearchParams()

/** Newsletter issues: drafts, scheduled ones, the one being sent, sent ones. */
export function NewsletterPage() {
  const navigate = useNavigate()
  const { result, first, more } = useApiPages(listIssues, { query: EVERYTHING }, ({ issues }) => issues)
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
          ? `The Friday Edition, for ${countOf(first.readers, 'confirmed subscriber')}`
          : 'The Friday Edition'
      }
      tools={
        <Button tone="primary" busy={creation.running} onClick={() => void create()}>
          New issue
        </Button>
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
    </Page>
  )
}

const COLUMNS: readonly Column<IssueSummary>[] = [
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
  {
    header: 'When',
    render: ({ started_at, updated_at }) =>
      started_at === null ? `changed ${formatMoment(updated_at)}` : `started ${formatMoment(started_at)}`,
  },
]
