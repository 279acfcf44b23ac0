import { type ContactMessage, MessagePage } from '@half-measure/shared/people/contact-message.ts'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { messageCalls } from '../api/message-calls.ts'
import { useChange } from '../api/use-change.ts'
import { usePages } from '../api/use-pages.ts'
import { inboxQuestion, readInboxView, writeInboxView, type InboxView } from '../filters/inbox-view.ts'
import { paths } from '../paths.ts'
import { Empty } from '../ui/Empty.tsx'
import { Figures } from '../ui/Figures.tsx'
import { LinkTabs } from '../ui/LinkTabs.tsx'
import { MoreButton } from '../ui/MoreButton.tsx'
import { SearchForm } from '../ui/SearchForm.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { MessageCard } from '../widgets/MessageCard.tsx'
import { MessageList } from '../widgets/MessageList.tsx'
import { SignOutButton } from '../widgets/SignOutButton.tsx'
import { Room } from './Room.tsx'

const FOLDERS = [
  { folder: 'inbox', label: 'Inbox' },
  { folder: 'unread', label: 'Unread' },
  { folder: 'replied', label: 'Replied' },
  { folder: 'archived', label: 'Archived' },
  { folder: 'held', label: 'Held' },
  { folder: 'all', label: 'All' },
] as const

export function MessagesPage() {
  const [params] = useSearchParams()
  const view = readInboxView(params)
  const navigate = useNavigate()
  const { answer, more } = usePages({
    about: 'messages',
    path: messageCalls.path,
    params: inboxQuestion(view),
    schema: MessagePage,
  })
  // The open message stays open when a change takes it out of the folder.
  const [kept, setKept] = useState<ContactMessage | null>(null)
  const reading = useChange(['messages'], messageCalls.setStatus)

  const pages = answer.status === 'ready' ? answer.data : []
  const messages = pages.flatMap((page) => page.messages)
  const counts = pages[0]?.counts
  const isOpen = ({ id }: ContactMessage) => id === view.message
  const open = messages.find(isOpen) ?? (kept && isOpen(kept) ? kept : null)

  const addressOf = (part: Partial<InboxView>) => paths.messages(writeInboxView({ ...view, ...part }))
  const close = addressOf({ message: null })

  async function opened(message: ContactMessage) {
    setKept(message)
    if (message.status !== 'unread' || message.held) return
    const read = await reading.run({ id: message.id, status: 'read' })
    if (read) setKept(read)
  }

  return (
    <Room
      title="Messages"
      subtitle="What readers wrote through the contact form"
      content="messages"
      tools={<SignOutButton />}
    >
      <div className="room-filters">
        <LinkTabs
          label="Folders"
          tabs={FOLDERS.map(({ folder, label }) => ({
            label: labelOf(label, folder === 'unread' || folder === 'held' ? counts?.[folder] : undefined),
            to: addressOf({ folder, message: null }),
            current: folder === view.folder,
          }))}
        />
        <SearchForm
          label="Search messages"
          text={view.q}
          onSearch={(q) => void navigate(addressOf({ q, message: null }))}
        />
      </div>
      <div className="inbox" data-open={open !== null}>
        <div className="inbox-list">
          <Figures answer={answer} what="The messages" skeleton={<Skeleton rows={6} />}>
            {() =>
              messages.length === 0 ? (
                <Empty>{view.q === '' ? 'Nothing here.' : 'No message says that.'}</Empty>
              ) : (
                <MessageList
                  messages={messages}
                  open={open?.id ?? null}
                  addressOf={({ id }) => addressOf({ message: id })}
                  onOpen={(message) => void opened(message)}
                />
              )
            }
          </Figures>
          <MoreButton more={more} />
        </div>
        {open !== null && (
          <div className="inbox-open">
            <Link className="inbox-back" to={close}>
              Back to the list
            </Link>
            <MessageCard
              key={open.id}
              message={open}
              onChanged={setKept}
              onDeleted={() => void navigate(close, { replace: true })}
            />
          </div>
        )}
      </div>
    </Room>
  )
}

function labelOf(label: string, count: number | undefined): string {
  return count === undefined || count === 0 ? label : `${label} (${count})`
}
