import { z } from 'zod'

/** A report, and with `compare` in the request the same report of another range. */
export function comparedReport<Shape extends z.ZodRawShape>(Report: z.ZodObject<Shape>) {
  return z.object({
    ...Report.shape,
    /** Null if nothing is compared, or that range was not counted whole (`wasCounted`). */
    compared: Report.nullable(),
    compared_range: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }).nullable(),
  })
}
