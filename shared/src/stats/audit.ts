import { z } from 'zod'

/** Two figures that have to be equal. */
export const Finding = z.object({ name: z.string(), left: z.number(), right: z.number() })
export type Finding = z.infer<typeof Finding>

/** One comparison of everything in the account that has to be equal. */
export const Audit = z.object({ at: z.iso.datetime(), ok: z.boolean(), findings: z.array(Finding) })
export type Audit = z.infer<typeof Audit>
