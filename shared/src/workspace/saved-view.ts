import { z } from 'zod'
import { text, line } from '../text.ts'

/** `POST /api/views`. */
export const SavedViewDraft = z.object({
  name: line(80),
  /** The query string of the dashboard's URL. */
  query: text(4_000),
  /** Whether every administrator sees it, and may then change it and stop its sharing. */
  shared: z.boolean(),
})

/** `PATCH /api/views/:id`. What is omitted stays: the sender's copy of it may be old. */
export const SavedViewChange = SavedViewDraft.partial().refine((change) => Object.keys(change).length > 0, {
  message: 'must change something',
})
export type SavedViewChange = z.infer<typeof SavedViewChange>

export const SavedView = SavedViewDraft.extend({
  id: z.uuid(),
  /** It belongs to the requesting administrator. */
  own: z.boolean(),
  /** It is their own, or its owner has left. */
  can_delete: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

/** `GET /api/views`: the administrator's own and the shared ones, by name. */
export const SavedViews = z.object({ views: z.array(SavedView) })
export type SavedViews = z.infer<typeof SavedViews>
