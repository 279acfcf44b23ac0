import { z } from 'zod'
import { NewsletterSource } from './newsletter.ts'
import { NextCursor, pageQuery, SearchText } from '../page.ts'

export const Subscriber = z.object({
  id: z.uuid(),
  email: z.string(),
  source: NewsletterSource,
  created_at: z.iso.datetime(),
  /** Null while the owner of the address has not confirmed it. */
  confirmed_at: z.iso.datetime().nullable(),
  /** The mail server refused the address for the last issues, so no more are sent to it. */
  is_undeliverable: z.boolean(),
})
export type Subscriber = z.infer<typeof Subscriber>

export const SubscriberState = z.enum(['all', 'confirmed', 'pending'])
export type SubscriberState = z.infer<typeof SubscriberState>

/** `GET /api/subscribers`; `GET /api/subscribers/export.csv` takes the same without pages. */
export const SubscriberQuery = z.object({
  state: SubscriberState.default('all'),
  q: SearchText,
  ...pageQuery,
})
export type SubscriberQuery = z.infer<typeof SubscriberQuery>

/** Newest first. */
export const SubscriberPage = z.object({
  subscribers: z.array(Subscriber),
  next: NextCursor,
  totals: z.object({ confirmed: z.int(), pending: z.int() }),
})
export type SubscriberPage = z.infer<typeof SubscriberPage>
