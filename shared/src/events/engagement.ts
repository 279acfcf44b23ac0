import { z } from 'zod'
import { common, PagePath } from './common.ts'

const OF_READING = ['active_ms', 'scroll_depth'] as const
/** Web vitals of the page's load, as they are at the moment of sending. `occurred_at` is the moment of its page view. */
export const VITAL_FIELDS = ['lcp_ms', 'inp_ms', 'cls'] as const

const ms = z.int().min(0).max(3_600_000).optional()

/** How a page is being read, or how fast it was: time since the last report, how far down, web vitals. */
export const Engagement = z
  .object({
    type: z.literal('engagement'),
    ...common,
    page_path: PagePath,
    /** Milliseconds visible and focused since the last report. */
    active_ms: ms,
    /** Percent of the article's body. */
    scroll_depth: z.number().min(0).max(100).optional(),
    /** Largest Contentful Paint. */
    lcp_ms: ms,
    /** Interaction to Next Paint: so far. */
    inp_ms: ms,
    /** Cumulative Layout Shift: so far. */
    cls: z.number().min(0).max(1_000).optional(),
  })
  .refine((event) => [...OF_READING, ...VITAL_FIELDS].some((field) => event[field] !== undefined), {
    message: `needs one of ${[...OF_READING, ...VITAL_FIELDS].join(', ')}`,
  })
