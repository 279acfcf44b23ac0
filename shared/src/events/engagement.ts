import { z } from 'zod'
import { common, PagePath } from './common.ts'

/** How a page is being read: time since the last report, and how far down. */
export const Engagement = z
  .object({
    type: z.literal('engagement'),
    ...common,
    page_path: PagePath,
    /** Milliseconds visible and focused since the last report. */
    active_ms: z.int().min(0).max(3_600_000).optional(),
    /** Percent of the article's body. */
    scroll_depth: z.number().min(0).max(100).optional(),
  })
  .refine(({ active_ms, scroll_depth }) => active_ms !== undefined || scroll_depth !== undefined, {
    message: 'needs active_ms or scroll_depth',
  })
export type Engagement = z.output<typeof Engagement>
