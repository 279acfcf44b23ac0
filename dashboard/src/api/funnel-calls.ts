import { SavedFunnel, SavedFunnels, type FunnelDraft } from '@half-measure/shared/stats/funnels.ts'
import type { Api } from './api.ts'

const path = '/api/stats/funnels'

export const funnelsQuestion = { about: 'funnels', path, schema: SavedFunnels }

export const funnelCalls = {
  save: (api: Api, draft: FunnelDraft) => api.send('POST', path, SavedFunnel, draft),

  change: (api: Api, { id, name, steps, window_minutes }: SavedFunnel) =>
    api.send('PUT', `${path}/${id}`, SavedFunnel, { name, steps, window_minutes }),

  remove: (api: Api, id: string) => api.tell('DELETE', `${path}/${id}`),
}
