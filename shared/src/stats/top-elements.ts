import { z } from 'zod'

/** `element` is `type`, or `type:id` where an id exists. */
export const TopElements = z.array(z.object({ element: z.string(), clicks: z.int() }))
export type TopElements = z.infer<typeof TopElements>
