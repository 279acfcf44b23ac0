import {
  MadeStatsKey,
  OpenedShare,
  StatsKeys,
  type ShareOpening,
  type StatsKeyDraft,
} from '@half-measure/shared/sharing/stats-key.ts'
import type { Api } from './api.ts'
import { request } from './request.ts'

const path = '/api/stats-keys'

export const statsKeysQuestion = { about: 'stats-keys', path, schema: StatsKeys }

export const statsKeyCalls = {
  make: (api: Api, draft: StatsKeyDraft) => api.send('POST', path, MadeStatsKey, draft),

  withdraw: (api: Api, id: string) => api.tell('DELETE', `${path}/${id}`),
}

/** What a link's page asks, without an account. */
export function openShare(opening: ShareOpening): Promise<OpenedShare> {
  return request('/api/share/open', OpenedShare, { method: 'POST', body: opening })
}
