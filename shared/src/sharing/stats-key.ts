import { z } from 'zod'
import { line } from '../people/form-text.ts'

/** `token` is for programs, `link` for people without an account. Both read statistics, and nothing else. */
export const StatsKeyKind = z.enum(['token', 'link'])
export type StatsKeyKind = z.infer<typeof StatsKeyKind>

export const StatsKey = z.object({
  id: z.uuid(),
  kind: StatsKeyKind,
  name: z.string(),
  /** Whether a link asks for a password. */
  has_password: z.boolean(),
  /** Address of the administrator who made it; null where the account is gone. */
  by: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Null for one that is good until it is withdrawn. */
  expires_at: z.iso.datetime().nullable(),
  /** To the minute; null before the first time. */
  last_used_at: z.iso.datetime().nullable(),
})
export type StatsKey = z.infer<typeof StatsKey>

/** `GET /api/stats-keys`: those that are not withdrawn, newest first. */
export const StatsKeys = z.object({ keys: z.array(StatsKey) })

/** Not beyond what a date has four digits for, whatever its offset does to it. */
const Expiry = z.iso
  .datetime({ offset: true })
  .refine((instant) => Date.parse(instant) < Date.UTC(9999, 11, 31), 'before 9999-12-31')

/** `POST /api/stats-keys`. */
export const StatsKeyDraft = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('token'),
    name: line(100),
    expires_at: Expiry.nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('link'),
    name: line(100),
    expires_at: Expiry.nullable().default(null),
    password: z.string().min(8, 'at least 8 characters').max(200).nullable().default(null),
  }),
])
export type StatsKeyDraft = z.output<typeof StatsKeyDraft>

/** The answer to it. The secret is shown this once and kept nowhere. */
export const MadeStatsKey = z.object({ key: StatsKey, secret: z.string() })
export type MadeStatsKey = z.infer<typeof MadeStatsKey>

/** `POST /api/share/open`: what a link's page asks with. */
export const ShareOpening = z.strictObject({
  secret: z.string().min(1).max(200),
  password: z.string().max(200).optional(),
})
export type ShareOpening = z.output<typeof ShareOpening>

export const OpenedShare = z.object({
  name: z.string(),
  access_token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.int(),
})
export type OpenedShare = z.infer<typeof OpenedShare>
