import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { listMessages } from '@half-measure/shared/routes/audience.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useApiPages } from '../../api/queries.ts'
import { formatMoment } from '../../format/time.ts'
import { Page } from '../../layout/Page.tsx'
import { href, paths } from '../../paths.ts'
import { Loaded, MoreButton } from '../../ui/Loaded.tsx'
import { SearchForm } from '../../ui/SearchForm.tsx'
import { LinkTabs } from '../../ui/Tabs.tsx'
import { useNow } from '../../ui/use-now.ts'
import { replyDue } from './reply-due.ts'
import { inboxParams, type InboxView, readInboxView } from './inbox-view.ts'
import { OpenMessage } from './OpenMessage.tsx'

const FOLDERS = [
  { folder: 'inbox', label: 'Inbox' },
  { folder: 'unread', label: 'Unread' },
  { folder: 'replied', label: 'Replied' },
  { folder: 'archived', label: 'Archived' },
  { folder: 'spam', label: 'Spam' },
  { folder: 'all', label: 'All' },
] as const

/** The inbox of the contact form: a list, and the open message beside it. */
export function MessagesPage() {
  const [params] = useSearchParams()
  const view = readInboxView(params)
  const navigate = useNavigate()
  // Which message is open makes no difference to the list.
  const query = inboxParams({ ...view, message: null })
  const { result, first, more } = useApiPages(listMessages, { query }, ({ messages }) => messages, MINUTE_MS)
  const now = useNow()
  const hrefWith = (part: Partial<InboxView>) => href(paths.messages, inboxParams({ ...view, ...part }))
  const closed = hrefWith({ message: null })
  const list = useRef<HTMLDivElement>(null)
  const deleted = useRef<string>(null)
  useFocusOnClose(view.message, list, deleted)

  return (
    <Page title="Messages" subtitle="Sent through the contact form">
      <div className="row spread">
        <LinkTabs
          label="Folders"
          tabs={FOLDERS.map(({ folder, label }) => {
            const count = folder === 'unread' || folder === 'spam' ? first?.counts[folder] : 0
            return {
              label: count ? `${label} (${count})` : label,
              to: hrefWith({ folder, message: null }),
              isCurrent: folder === view.folder,
            }
          })}
        />
        <SearchForm
          label="Search messages"
          text={view.q}
          onSearch={(q) => void navigate(hrefWith({ q, message: null }))}
        />
      </div>
      <div className="inbox" data-open={view.message !== null}>
        <div ref={list} tabIndex={-1}>
          <Loaded
            result={result}
            what="The messages"
            rows={6}
            empty={
              view.q === ''
                ? 'No messages here. What readers send through the contact form arrives in the inbox.'
                : 'No message contains this text.'
            }
          >
            {(messages) => (
              <ol className="messages">
                {messages.map((message) => {
                  const due = replyDue(message, now)
                  return (
                    <li
                      key={message.id}
                      data-unread={message.status === 'unread'}
                      data-overdue={due?.isOverdue}
                    >
                      <Link
                        id={rowId(message.id)}
                        to={hrefWith({ message: message.id })}
                        aria-current={message.id === view.message ? 'true' : undefined}
                      >
                        <strong>{message.name}</strong>
                        <time className="note" dateTime={message.created_at}>
                          {formatMoment(message.created_at)}
                        </time>
                        <span>{message.subject}</span>
                        <span className="note">
                          {[message.is_spam ? 'spam' : message.status, due?.words].filter(Boolean).join(', ')}
                        </span>
                      </Link>
                    </li>
                  )
                })}
              </ol>
            )}
          </Loaded>
          <MoreButton more={more} />
        </div>
        {view.message !== null && (
          <div>
            <Link className="inbox-back" to={closed}>
              Back to the list
            </Link>
            <OpenMessage
              key={view.message}
              id={view.message}
              listed={
                result.status === 'ready' ? result.data.find(({ id }) => id === view.message) : undefined
              }
              onDeleted={() => {
                deleted.current = view.message
                void navigate(closed, { replace: true })
              }}
            />
          </div>
        )}
      </div>
    </Page>
  )
}

const rowId = (id: string) => `message-${id}`

/** When the open message closes and takes the focus with it, its row gets the focus, or the list without that row. */
function useFocusOnClose(
  open: string | null,
  list: RefObject<HTMLElement | null>,
  deleted: RefObject<string | null>,
) {
  const opened = useRef(open)
  useEffect(() => {
    const before = opened.current
    opened.current = open
    // A folder that was chosen keeps the focus.
    if (before === null || open !== null || document.activeElement !== document.body) return
    // The row of a deleted message is about to go.
    const row = before === deleted.current ? null : document.getElementById(rowId(before))
    const target = row ?? list.current
    target?.focus()
  }, [open, list, deleted])
}
