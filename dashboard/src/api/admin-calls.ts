import { Admins } from '@half-measure/shared/auth/admin.ts'
import type { Api } from './api.ts'

const path = '/api/admins'

export const adminsQuestion = { about: 'admins', path, schema: Admins }

export const adminCalls = {
  invite: (api: Api, email: string) => api.tell('POST', path, { email }).then(() => true),

  requireSecondFactor: (api: Api, { id, required }: { id: string; required: boolean }) =>
    api.tell('PATCH', `${path}/${id}`, { second_factor_required: required }),

  resetSecondFactor: (api: Api, id: string) => api.tell('POST', `${path}/${id}/reset-second-factor`),

  /** Takes the right or the invitation away. */
  remove: (api: Api, id: string) => api.tell('DELETE', `${path}/${id}`),
}
