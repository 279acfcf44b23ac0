import { z } from 'zod'
import { text, line } from '../text.ts'

/** `POST /api/views`, and `PATCH /api/views/:id`. */
export const SavedViewDraft = z.object({
  name: line(80),
  /** The query string of the dashboard's URL. */
  query: text(4_000),
  /** Whether every administrator sees it, and may then change it and stop its sharing. */
  shared: z.boolean(),
})

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
