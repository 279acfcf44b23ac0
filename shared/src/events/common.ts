import { z } from 'zod'
import { text } from '../text.ts'

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

/** What every event carries. */
export const common = {
  /** Chosen by the sender once and kept on every retry; the same id counts once. Lower-cased. */
  event_id: z.guid().overwrite((id) => id.toLowerCase()),
  /** The sender's clock. Clamped to the time of receipt later, in the pipeline. */
  occurred_at: Instant,
}

/** Characters of the longest path. */
export const MAX_PAGE_PATH = 2_000

/** Path on this site, with or without a query. */
export const PagePath = text(MAX_PAGE_PATH).regex(/^\//, 'must start with /')

/** One path per page, as events are stored: no query, fragment, double slash or trailing slash. */
export function normalisePath(path: string): string {
  // Nearly all are canonical already.
  if (!/[?#]|\/\/|.\/$/s.test(path)) return path
  const bare = path.replace(/[?#].*$/s, '').replaceAll(/\/{2,}/g, '/')
  return bare.length > 1 ? bare.replace(/\/$/, '') : '/'
}
