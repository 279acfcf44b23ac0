import { z } from 'zod'
import { EmailAddress } from './email-address.ts'

export const NewsletterSource = z.enum(['popup', 'page', 'footer', 'article'])
/** Where on the site a reader signed up. */
export type NewsletterSource = z.infer<typeof NewsletterSource>

/** `POST /api/newsletter`; 202, whether the address is known or new. */
export const NewsletterSignup = z.object({ email: EmailAddress, source: NewsletterSource })
export type NewsletterSignup = z.infer<typeof NewsletterSignup>

/** `POST /api/newsletter/confirm` and `/unsubscribe`; the token may stand in the address as well. */
export const NewsletterLink = z.object({ token: z.string().min(1).max(100) })

/** A checkbox as a form sends it: `on` if ticked, absent if not. */
const Box = z
  .union([z.boolean(), z.literal('on')])
  .default(false)
  .transform((value) => value !== false)

/**
 * `GET` and `POST /api/newsletter/preferences`, with the token of a mailed link: whether opening an issue is counted. The
 * form of the confirmation has the same box.
 */
export const NewsletterPreferences = z.object({ allows_opens: Box })
export type NewsletterPreferences = z.infer<typeof NewsletterPreferences>

/** The words beside the box that allows opens to be counted, by version: a consent is stored with its version. */
export const OPENS_TEXTS = {
  '2026-11':
    'You may count that I open an issue, by an invisible picture in it. The picture is the same for everybody, so it does not say who it was.',
} as const satisfies Record<string, string>

/** The version that pages show. New words get a version of their own; the old ones stay above. */
export const OPENS_VERSION: keyof typeof OPENS_TEXTS = '2026-11'

/** The response to a confirmation, even a repeated one. */
export const NewsletterConfirmed = z.object({
  status: z.literal('confirmed'),
  /** Path of the ebook on the same origin, for this subscriber. */
  guide_url: z.string(),
})
export type NewsletterConfirmed = z.infer<typeof NewsletterConfirmed>

/** The response to unsubscribing, even repeatedly. */
export const NewsletterLeft = z.object({ status: z.literal('unsubscribed') })
export type NewsletterLeft = z.infer<typeof NewsletterLeft>
