import { z } from 'zod'

/** Two figures that have to be equal. */
export const Finding = z.object({ name: z.string(), left: z.number(), right: z.number() })
export type Finding = z.infer<typeof Finding>

/** One comparison of the log, the delivery ledger and the tables. */
export const Reconciliation = z.object({
  at: z.iso.datetime(),
  /** All of the findings are equal. */
  ok: z.boolean(),
  findings: z.array(Finding),
  /** What was not compared, and why: figures of an unavailable collector. */
  skipped: z.array(z.string()).optional(),
})
export type Reconciliation = z.infer<typeof Reconciliation>
