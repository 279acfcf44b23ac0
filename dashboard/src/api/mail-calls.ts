import type { Api } from './api.ts'

const path = '/api/mails'

export const mailCalls = {
  path,

  retry: (api: Api, id: string) => api.tell('POST', `${path}/${id}/retry`),

  drop: (api: Api, id: string) => api.tell('DELETE', `${path}/${id}`),
}
