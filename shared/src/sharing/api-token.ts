import { z } from 'zod'
import { text, line } from '../text.ts'
import { LinkView, readLinkView } from './link-view.ts'

/** `token` is for programs, `link` for people without an account. Both read statistics, and nothing else. */
export const ApiTokenKind = z.enum(['token', 'link'])
export type ApiTokenKind = z.infer<typeof ApiTokenKind>

/** What a token may read: figures, actual and estimated earnings (only with figures), live figures, single events. */
export const TokenScope = z.enum(['figures', 'revenue', 'live', 'events'])
export type TokenScope = z.infer<typeof TokenScope>

/** Default lifetime of tokens and links. */
export const TOKEN_LIFETIME_DAYS = 90

export const ApiToken = z.object({
  id: z.uuid(),
  kind: ApiTokenKind,
  name: z.string(),
  /** For a link: figures and revenue. */
  scopes: z.array(TokenScope),
  /** The view of a link: a query string of Explore. Empty for tokens. */
  view: z.string(),
  /** Whether a link has a password. */
  has_password: z.boolean(),
  /** Address of the administrator who made it. Revoking their access ends it. */
  by: z.string(),
  created_at: z.iso.datetime(),
  /** Null if it works until it is revoked. */
  expires_at: z.iso.datetime().nullable(),
  /** To the minute; null before the first time. */
  last_used_at: z.iso.datetime().nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

/** `GET /api/tokens`: unrevoked tokens and links, newest first. */
export const ApiTokens = z.object({ tokens: z.array(ApiToken) })

/** Its year has four digits, whatever the offset. */
const Expiry = z.iso
  .datetime({ offset: true })
  .refine((instant) => Date.parse(instant) < Date.UTC(9999, 11, 31), 'before 9999-12-31')

/** `POST /api/tokens`. Without `expires_at` it expires after `TOKEN_LIFETIME_DAYS`; null means never. */
export const ApiTokenDraft = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('token'),
    name: line(100),
    scopes: z
      .array(TokenScope)
      .min(1)
      .max(TokenScope.options.length)
      .refine(
        (scopes) => !scopes.includes('revenue') || scopes.includes('figures'),
        '`revenue` needs `figures`',
      )
      .default(['figures']),
    expires_at: Expiry.nullable().optional(),
  }),
  z.strictObject({
    kind: z.literal('link'),
    name: line(100),
    /** The query string of a view of Explore; empty for its default. */
    view: text(4_000)
      .superRefine((view, context) => {
        const { error } = LinkView.safeParse(readLinkView(view))
        for (const { path, message } of error?.issues ?? [])
          context.addIssue({ code: 'custom', path, message })
      })
      .default(''),
    expires_at: Expiry.nullable().optional(),
    password: z.string().min(8, 'at least 8 characters').max(200).nullable().default(null),
  }),
])
export type ApiTokenDraft = z.output<typeof ApiTokenDraft>

/** The response to it. The secret is shown only once and stored nowhere. */
export const CreatedApiToken = z.object({ token: ApiToken, secret: z.string() })
export type CreatedApiToken = z.infer<typeof CreatedApiToken>

/** `POST /api/share/open`: sent by the page of a link. */
export const ShareOpening = z.strictObject({
  secret: z.string().min(1).max(200),
  password: z.string().max(200).optional(),
})
export type ShareOpening = z.output<typeof ShareOpening>

export const OpenedShare = z.object({
  name: z.string(),
  /** The query string of the view of Explore that it shows. */
  view: z.string(),
  access_token: z.string(),
  /** Seconds since 1970. */
  expires_at: z.int(),
})
export type OpenedShare = z.infer<typeof OpenedShare>
