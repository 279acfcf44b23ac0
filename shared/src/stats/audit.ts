import { z } from 'zod'

/** Two figures that have to be equal. */
export const Finding = z.object({ name: z.string(), left: z.number(), right: z.number() })
export type Finding = z.infer<typeof Finding>

/** One comparison of everything in the account that has to be equal. */
export const Audit = z.object({
  at: z.iso.datetime(),
  /** All of the findings are equal. */
  ok: z.boolean(),
  findings: z.array(Finding),
  /** What could not be compared, because another collector was in the way of it: figures in motion, and whose. */
  in_motion: z.array(z.string()).optional(),
})
export type Audit = z.infer<typeof Audit>
