import { z } from 'zod'
import { NextCursor, pageQuery } from '../page.ts'

/** A mail that was given up; it goes after 30 days. */
const FailedMail = z.object({
  id: z.uuid(),
  /** What it is for, such as `newsletter-confirm`. */
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  created_at: z.iso.datetime(),
  failed_at: z.iso.datetime(),
  attempts: z.int(),
  /** What the mail server said last. */
  reason: z.string(),
})

/**
 * `GET /api/mails`. `POST /api/mails/:id/retry` and `DELETE /api/mails/:id` return 204. Not retried are a reply that was
 * sent again, 409 `reply_superseded`, and an email whose link to an account has expired, 409 `email_link_expired`.
 */
export const FailedMailQuery = z.object(pageQuery)
export type FailedMailQuery = z.infer<typeof FailedMailQuery>

/** Latest failure first. */
export const FailedMailPage = z.object({
  mails: z.array(FailedMail),
  next: NextCursor,
  /** Mails that are still to be tried. */
  waiting: z.int(),
})
export type FailedMailPage = z.infer<typeof FailedMailPage>
