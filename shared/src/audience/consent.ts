import { z } from 'zod'

/** `POST /api/consent`; 201. */
export const ConsentChoice = z.object({
  /** Random, chosen by the browser at Accept and named again at withdrawal. */
  id: z.string().regex(/^[\w-]{16,64}$/, '16 to 64 letters, digits, hyphens or underscores'),
  /** Names the words that the choice is about. */
  version: z.string().regex(/^[\w.-]{1,32}$/, 'the name of a version'),
  granted: z.boolean(),
})
export type ConsentChoice = z.infer<typeof ConsentChoice>

/** `POST /api/consent/banner`; 204. All that is said of a banner: nothing names the reader. */
export const BannerCount = z.object({
  page_path: z.string().startsWith('/').max(2_000),
  banner: z.enum(['shown', 'accepted', 'rejected']),
})
export type BannerCount = z.infer<typeof BannerCount>
