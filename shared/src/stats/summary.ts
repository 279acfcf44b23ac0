import { z } from 'zod'

/** The four cards. */
export const Summary = z.object({
  page_views: z.int(),
  unique_sessions: z.int(),
  click_events: z.int(),
  unique_element_types: z.int(),
  conversions: z.int(),
  /** Percent of page views, two decimals; 0 without page views. */
  conversion_rate: z.number(),
  /** Distinct tests with an assignment in the range. */
  active_tests: z.int(),
})
export type Summary = z.infer<typeof Summary>
