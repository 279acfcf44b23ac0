import type { ContactMessage } from '@half-measure/shared/audience/contact-message.ts'
import { changeMessage, listMessages, readMessage } from '@half-measure/shared/routes/audience.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../api/client.ts'
import { queryKey, resultOf, useRouteMutation } from '../../api/queries.ts'
import type { Result } from '../../ui/result.ts'

interface OpenMessage {
  /** Null if none is open. */
  result: Result<ContactMessage> | null
  /** Takes the message as a change has left it. */
  onChanged: (message: ContactMessage) => void
}

/**
 * The message that the URL names: as the list has it, as last changed here, or fetched, since it may be in another folder
 * or further down the list. Opening it marks it as read.
 */
export function useOpenMessage(id: string | null, list: Result<ContactMessage[]>): OpenMessage {
  const api = useApi()
  const reading = useRouteMutation(changeMessage, [listMessages])
  // The open message stays open when a change takes it out of the folder.
  const [kept, setKept] = useState<ContactMessage | null>(null)
  const listed = list.status === 'ready' ? list.data.find((message) => message.id === id) : undefined
  const known = listed ?? (kept?.id === id ? kept : null)

  const input = { params: { id: id ?? '' } }
  const query = useQuery({
    queryKey: queryKey(readMessage, input),
    queryFn: ({ signal }) => api.call(readMessage, input, signal),
    enabled: id !== null && known === null && list.status !== 'loading',
    // An old copy could be marked as read although it has been archived since.
    gcTime: 0,
  })
  const result: Result<ContactMessage> = known
    ? { status: 'ready', data: known, outdated: false, stale: null }
    : resultOf(query, query.data)

  const open = id !== null && result.status === 'ready' ? result.data : null
  const openId = open?.id
  useEffect(() => {
    if (open === null) return
    setKept(open)
    if (open.status === 'unread' && !open.is_spam) void markAsRead(open.id)
    // Once each time it is opened: it may be marked as unread while it is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [openId])

  async function markAsRead(id: string) {
    const read = await reading.run({ params: { id }, body: { status: 'read' } })
    // Another message may be open by now.
    if (read) setKept((kept) => (kept?.id === read.id ? read : kept))
  }

  return { result: id === null ? null : result, onChanged: setKept }
}
