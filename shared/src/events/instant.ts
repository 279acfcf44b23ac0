import { z } from 'zod'

const ISO_8601 =
  /^(?:\d{4}|[+-]\d{6})-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** ISO 8601 with a zone in, milliseconds since 1970 out. */
export const Instant = z
  .string()
  .max(40)
  .transform((value, context) => {
    const ms = ISO_8601.test(value) ? Date.parse(value) : Number.NaN
    if (!Number.isNaN(ms)) return ms
    context.addIssue({ code: 'custom', message: 'not an ISO 8601 instant such as 2026-11-20T10:00:00.000Z' })
    return z.NEVER
  })
