import { SavedView, SavedViews, type SavedViewDraft } from '@half-measure/shared/desk/saved-view.ts'
import type { Api } from './api.ts'

const path = '/api/views'

export const viewsQuestion = { about: 'views', path, schema: SavedViews }

export const viewCalls = {
  save: (api: Api, draft: SavedViewDraft) => api.send('POST', path, SavedView, draft),

  change: (api: Api, { id, name, query, shared }: SavedView) =>
    api.send('PATCH', `${path}/${id}`, SavedView, { name, query, shared }),

  remove: (api: Api, id: string) => api.tell('DELETE', `${path}/${id}`),
}
