import { FailedMailPage } from '@half-measure/shared/people/failed-mail.ts'
import { mailCalls } from '../api/mail-calls.ts'
import { useChange } from '../api/use-change.ts'
import { usePages } from '../api/use-pages.ts'
import { countOf } from '../format/number.ts'
import { Alert } from '../ui/Alert.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { MoreButton } from '../ui/MoreButton.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { FailedMailList } from '../widgets/FailedMailList.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

const NOTHING = new URLSearchParams()

export function MailPage() {
  const { answer, more } = usePages({
    about: 'mails',
    path: mailCalls.path,
    params: NOTHING,
    schema: FailedMailPage,
  })
  const retry = useChange(['mails', 'audit'], mailCalls.retry)
  const drop = useChange(['mails', 'audit'], mailCalls.drop)
  const failure = retry.failure ?? drop.failure

  return (
    <Room
      title="Mail"
      subtitle="What could not be delivered; it is kept for 30 days"
      content="undelivered mail"
      tools={<SignOutButton />}
    >
      {failure !== null && <Alert tone="danger">{failure}</Alert>}
      <Figures answer={answer} what="The undelivered mail" skeleton={<Skeleton rows={4} />}>
        {(pages) => {
          const mails = pages.flatMap((page) => page.mails)
          const waiting = pages[0]?.waiting ?? 0
          return (
            <>
              <p className="entry-facts">
                {waiting === 0
                  ? 'No mail waits to be sent.'
                  : `${countOf(waiting, 'mail')} still to be sent.`}
              </p>
              {mails.length === 0 ? (
                <Empty>Every mail arrived, as far as mail servers say.</Empty>
              ) : (
                <FailedMailList
                  mails={mails}
                  changing={retry.running || drop.running}
                  onRetry={({ id }) => void retry.run(id)}
                  onDrop={({ id }) => void drop.run(id)}
                />
              )}
            </>
          )
        }}
      </Figures>
      <MoreButton more={more} />
    </Room>
  )
}
