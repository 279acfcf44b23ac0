import { z } from 'zod'

/** Every error of the API has this shape. */
export const ApiErrorBody = z.object({
  error: z.object({
    /** Stable, snake_case, for programs. */
    code: z.string(),
    /** For people. */
    message: z.string(),
    details: z.unknown().optional(),
  }),
})
export type ApiErrorBody = z.infer<typeof ApiErrorBody>
