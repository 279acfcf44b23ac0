import { Annotations, Note, type NoteDraft } from '@half-measure/shared/desk/note.ts'
import type { Api } from './api.ts'

const path = '/api/annotations'

/** What happened on these days, both included. */
export function annotationsQuestion({ from, to }: { from: string; to: string }) {
  return { about: 'annotations', path: `${path}?${new URLSearchParams({ from, to })}`, schema: Annotations }
}

export const noteCalls = {
  write: (api: Api, draft: NoteDraft) => api.send('POST', path, Note, draft),

  change: (api: Api, { id, draft: { day, text } }: { id: string; draft: NoteDraft }) =>
    api.send('PATCH', `${path}/${id}`, Note, { day, text }),

  remove: (api: Api, id: string) => api.tell('DELETE', `${path}/${id}`),
}
