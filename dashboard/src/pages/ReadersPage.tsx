import { type Subscriber, SubscriberPage } from '@half-measure/shared/people/subscriber.ts'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useChange } from '../api/use-change.ts'
import { pageAddress, usePages } from '../api/use-pages.ts'
import { readReaderView, writeReaderView, type ReaderView } from '../filters/reader-view.ts'
import { formatCount } from '../format/number.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { LinkTabs } from '../ui/LinkTabs.tsx'
import { MoreButton } from '../ui/MoreButton.tsx'
import { SearchForm } from '../ui/SearchForm.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ExportButton } from '../widgets/ExportButton.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { SubscriberTable } from '../widgets/SubscriberTable.tsx'
import { Room } from './Room.tsx'

const PATH = '/api/subscribers'

const STATES = [
  { state: 'all', label: 'All' },
  { state: 'confirmed', label: 'Confirmed' },
  { state: 'pending', label: 'Not confirmed yet' },
] as const

export function ReadersPage() {
  const [params] = useSearchParams()
  const view = readReaderView(params)
  const question = writeReaderView(view)
  const navigate = useNavigate()
  const { answer, more } = usePages({
    about: 'readers',
    path: PATH,
    params: question,
    schema: SubscriberPage,
  })
  const removal = useChange(['readers'], (api, { id }: Subscriber) => api.tell('DELETE', `${PATH}/${id}`))

  const pages = answer.status === 'ready' ? answer.data : []
  const totals = pages[0]?.totals
  const subscribers = pages.flatMap((page) => page.subscribers)
  const addressOf = (part: Partial<ReaderView>) => paths.readers(writeReaderView({ ...view, ...part }))

  return (
    <Room
      title="Readers"
      subtitle="Who asked for The Friday Edition"
      content="readers"
      tools={
        <>
          <ExportButton path={pageAddress(`${PATH}/export.csv`, question, null)} name="subscribers.csv" />
          <SignOutButton />
        </>
      }
    >
      <div className="room-filters">
        <LinkTabs
          label="State"
          tabs={STATES.map(({ state, label }) => ({
            label: state === 'all' || !totals ? label : `${label} (${formatCount(totals[state])})`,
            to: addressOf({ state }),
            current: state === view.state,
          }))}
        />
        <SearchForm
          label="Search addresses"
          text={view.q}
          onSearch={(q) => void navigate(addressOf({ q }))}
        />
      </div>
      {removal.failure !== null && <Alert tone="danger">{removal.failure}</Alert>}
      <Figures answer={answer} what="The readers" skeleton={<Skeleton rows={6} />}>
        {() =>
          subscribers.length === 0 ? (
            <Empty>{view.q === '' ? 'Nobody yet.' : 'No address has that in it.'}</Empty>
          ) : (
            <SubscriberTable
              subscribers={subscribers}
              removing={removal.running}
              onRemove={(subscriber) => void removal.run(subscriber)}
            />
          )
        }
      </Figures>
      <MoreButton more={more} />
    </Room>
  )
}
