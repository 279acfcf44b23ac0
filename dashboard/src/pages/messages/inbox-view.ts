import { MessageFolder } from '@half-measure/shared/audience/contact-message.ts'

/** What the inbox shows. It lives in the address. */
export interface InboxView {
  folder: MessageFolder
  /** Search text; empty for all. */
  q: string
  /** Id of the open message. */
  message: string | null
}

/** Defaults replace invalid parameters. */
export function readInboxView(params: URLSearchParams): InboxView {
  return {
    folder: MessageFolder.catch('inbox').parse(params.get('folder') ?? 'inbox'),
    q: (params.get('q') ?? '').trim(),
    message: params.get('message'),
  }
}

/** Defaults are left out. */
export function inboxParams({ folder, q, message }: InboxView): URLSearchParams {
  const params = new URLSearchParams()
  if (folder !== 'inbox') params.set('folder', folder)
  if (q !== '') params.set('q', q)
  if (message !== null) params.set('message', message)
  return params
}
