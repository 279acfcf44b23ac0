import { MessageFolder } from '@half-measure/shared/people/contact-message.ts'

/** What the inbox shows. It lives in the address. */
export interface InboxView {
  folder: MessageFolder
  /** Text searched for; empty for all. */
  q: string
  /** Id of the message that is open. */
  message: string | null
}

/** Whatever cannot be read is the inbox itself, which shows at once where one is. */
export function readInboxView(params: URLSearchParams): InboxView {
  return {
    folder: MessageFolder.catch('inbox').parse(params.get('folder') ?? 'inbox'),
    q: (params.get('q') ?? '').trim(),
    message: params.get('message'),
  }
}

/** Defaults are left out. */
export function writeInboxView({ folder, q, message }: InboxView): URLSearchParams {
  const params = new URLSearchParams()
  if (folder !== 'inbox') params.set('folder', folder)
  if (q !== '') params.set('q', q)
  if (message !== null) params.set('message', message)
  return params
}

/** What the list is asked with: which message is open changes nothing there. */
export function inboxQuestion(view: InboxView): URLSearchParams {
  return writeInboxView({ ...view, message: null })
}
