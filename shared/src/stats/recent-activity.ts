import { z } from 'zod'

/** Newest first over page views, clicks and conversions. */
export const RecentActivity = z.array(
  z.object({
    kind: z.enum(['page_view', 'click', 'conversion']),
    /** The path of a page view, the element of a click, the type of a conversion. */
    label: z.string(),
    at: z.iso.datetime(),
  }),
)
export type RecentActivity = z.infer<typeof RecentActivity>
