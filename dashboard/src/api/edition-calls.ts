import {
  Edition,
  EditionPage,
  EditionTest,
  type EditionChange,
  type EditionText,
} from '@half-measure/shared/people/edition.ts'
import type { Api } from './api.ts'

const path = '/api/editions'

/** While letters go out, how often their number is asked for. Milliseconds. */
const PROGRESS_MS = 2_000

/** Asks again and again while letters are on their way. */
export function editionQuestion(id: string) {
  return {
    about: 'editions',
    path: `${path}/${id}`,
    schema: Edition,
    fresh: true,
    everyMs: (edition: Edition | undefined) =>
      edition?.state === 'sending' || (edition?.progress?.waiting ?? 0) > 0 ? PROGRESS_MS : false,
  } as const
}

/** How many readers an edition would have. */
export const readersQuestion = { about: 'editions', path: `${path}?limit=1`, schema: EditionPage }

export const editionCalls = {
  path,

  create: (api: Api, text: EditionText) => api.send('POST', path, Edition, text),

  change: (api: Api, { id, ...change }: EditionChange & { id: string }) =>
    api.send('PATCH', `${path}/${id}`, Edition, change),

  delete: (api: Api, id: string) => api.tell('DELETE', `${path}/${id}`).then(() => id),

  test: (api: Api, id: string) => api.send('POST', `${path}/${id}/test`, EditionTest),

  send: (api: Api, { id, version }: { id: string; version: number }) =>
    api.send('POST', `${path}/${id}/send`, Edition, { version }),

  pause: (api: Api, id: string) => api.send('POST', `${path}/${id}/pause`, Edition),

  resume: (api: Api, id: string) => api.send('POST', `${path}/${id}/resume`, Edition),
}
