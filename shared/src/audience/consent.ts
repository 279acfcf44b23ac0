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
