import { z } from 'zod'

/** Most viewed first; ties by path. */
export const TopPages = z.array(z.object({ page_path: z.string(), views: z.int() }))
export type TopPages = z.infer<typeof TopPages>
