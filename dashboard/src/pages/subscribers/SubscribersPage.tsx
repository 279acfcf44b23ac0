import { type Subscriber, SubscriberState } from '@half-measure/shared/audience/subscriber.ts'
import { exportSubscribers, listSubscribers, removeSubscriber } from '@half-measure/shared/routes/audience.ts'
import { urlOf } from '@half-measure/shared/routes/route.ts'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { DownloadButton } from '../../api/DownloadButton.tsx'
import { useApiPages, useRouteMutation } from '../../api/queries.ts'
import { formatCount } from '@half-measure/shared/format-figures.ts'
import { formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { href, paths } from '../../paths.ts'
import { ChangeFailed } from '../../ui/Alert.tsx'
import { ConfirmButton } from '../../ui/Button.tsx'
import { Loaded, MoreButton } from '../../ui/Loaded.tsx'
import { SearchForm } from '../../ui/SearchForm.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { LinkTabs } from '../../ui/Tabs.tsx'

const STATES = [
  { state: 'all', label: 'All' },
  { state: 'confirmed', label: 'Confirmed' },
  { state: 'pending', label: 'Not confirmed yet' },
] as const

/** What a tab says of no subscribers. */
const NOBODY: Record<SubscriberState, string> = {
  all: 'No subscribers yet. They appear here once they sign up on the site.',
  confirmed: 'No confirmed subscribers.',
  pending: 'No address waits to be confirmed.',
}

/** Where on the site they signed up. */
const SOURCES: Record<Subscriber['source'], string> = {
  popup: 'Popup',
  page: 'Newsletter page',
  footer: 'Footer',
  article: 'End of an article',
}

const COLUMNS: readonly Column<Subscriber>[] = [
  { header: 'Address', render: ({ email }) => email },
  { header: 'Signed up', render: ({ created_at }) => formatMoment(created_at) },
  {
    header: 'Confirmed',
    render: ({ confirmed_at }) => (confirmed_at === null ? 'not yet' : formatMoment(confirmed_at)),
  },
  {
    header: 'Gets issues',
    render: ({ confirmed_at, is_undeliverable }) => {
      if (is_undeliverable) return 'no: the address is refused'
      return confirmed_at === null ? 'not yet' : 'yes'
    },
  },
  { header: 'Source', render: ({ source }) => SOURCES[source] },
]

/** Who signed up for the newsletter. */
export function SubscribersPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const view = {
    state: SubscriberState.catch('all').parse(params.get('state') ?? 'all'),
    q: (params.get('q') ?? '').trim(),
  }
  const query = queryOf(view)
  const { result, first, more } = useApiPages(listSubscribers, { query }, ({ subscribers }) => subscribers)
  const removal = useRouteMutation(removeSubscriber, [listSubscribers])
  const hrefWith = (part: Partial<typeof view>) => href(paths.subscribers, queryOf({ ...view, ...part }))
  const remove: Column<Subscriber> = {
    header: 'Remove',
    isAction: true,
    render: ({ id, email }) => (
      <ConfirmButton
        confirmation="Remove for good"
        about={email}
        busy={removal.running}
        onConfirm={() => void removal.run({ params: { id } })}
      >
        Remove
      </ConfirmButton>
    ),
  }

  return (
    <Page
      title="Subscribers"
      subtitle="Of The Friday Edition"
      tools={<DownloadButton url={() => urlOf(exportSubscribers, { query })} name="subscribers.csv" />}
    >
      <div className="row spread">
        <LinkTabs
          label="State"
          tabs={STATES.map(({ state, label }) => ({
            label: state === 'all' || !first ? label : `${label} (${formatCount(first.totals[state])})`,
            to: hrefWith({ state }),
            isCurrent: state === view.state,
          }))}
        />
        <SearchForm label="Search addresses" text={view.q} onSearch={(q) => void navigate(hrefWith({ q }))} />
      </div>
      <ChangeFailed of={[removal]} />
      <Loaded
        result={result}
        what="The subscribers"
        rows={6}
        empty={
          view.q === ''
            ? NOBODY[view.state]
            : `No address${view.state === 'all' ? '' : ' on this tab'} contains this text.`
        }
      >
        {(subscribers) => (
          <Table
            caption="Subscribers, newest first"
            columns={[...COLUMNS, remove]}
            rows={subscribers}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      <MoreButton more={more} />
    </Page>
  )
}

/** The API takes the same words as the address. */
function queryOf({ state, q }: { state: SubscriberState; q: string }): URLSearchParams {
  const params = new URLSearchParams()
  if (state !== 'all') params.set('state', state)
  if (q !== '') params.set('q', q)
  return params
}
