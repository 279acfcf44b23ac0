import type { ContactMessage } from '@half-measure/shared/audience/contact-message.ts'
import { MINUTE_MS } from '@half-measure/shared/durations.ts'
import { changeMessage, listMessages, readMessage } from '@half-measure/shared/routes/audience.ts'
import { useEffect } from 'react'
import { useApiQuery, useRouteMutation } from '../../api/queries.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { MessageCard } from './MessageCard.tsx'

interface OpenMessageProps {
  id: string
  /** The message as the list has it; it may be in another folder or further down. */
  listed: ContactMessage | undefined
  onDeleted: () => void
}

/** The message that the URL names, whatever is done to it here or by others. Opening it marks it as read. */
export function OpenMessage({ id, listed, onDeleted }: OpenMessageProps) {
  const params = { id }
  const result = useApiQuery(
    readMessage,
    { params },
    { initialData: () => listed, gcTime: 0, refetchInterval: ({ state }) => pollMs(state.data) },
  )
  const reading = useRouteMutation(changeMessage, [listMessages, readMessage])
  const message = result.status === 'ready' ? result.data : null
  const isOpen = message !== null

  useEffect(() => {
    if (message?.status !== 'unread' || message.is_spam) return
    // The copy may be old: what somebody has replied to or archived since stays so.
    void reading.run({ params, body: { status: 'read', from: 'unread' } })
    // Once each time it is opened: it may be marked as unread while it is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOpen])

  return (
    <Loaded result={result} what="This message">
      {(message) => <MessageCard message={message} onDeleted={onDeleted} />}
    </Loaded>
  )
}

const SENDING_POLL_MS = 2_000

/** As often as the list, or more often while a reply is on its way. */
function pollMs(message: ContactMessage | undefined): number {
  return message?.replies.some(({ outcome }) => outcome === 'waiting') ? SENDING_POLL_MS : MINUTE_MS
}
