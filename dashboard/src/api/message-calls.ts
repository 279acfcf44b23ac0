import { ContactMessage, type MessageStatus } from '@half-measure/shared/people/contact-message.ts'
import type { Api } from './api.ts'

const path = '/api/messages'

export const messageCalls = {
  path,

  setStatus: (api: Api, { id, status }: { id: string; status: MessageStatus }) =>
    api.send('PATCH', `${path}/${id}`, ContactMessage, { status }),

  /** It is no spam. */
  release: (api: Api, id: string) => api.send('POST', `${path}/${id}/release`, ContactMessage),

  delete: (api: Api, id: string) => api.tell('DELETE', `${path}/${id}`).then(() => id),
}
