import { publication } from '@half-measure/shared/publication.ts'
import type { NewsletterTokenPurpose } from '../../database/schema/audience-tables.ts'
import type { Db } from '../../database/schema/database.ts'
import { createSecretToken, hashSecretToken } from '../../platform/secret-token.ts'
import { linkNotValid } from '../errors.ts'

/**
 * Issues the token of a link; only its hash is stored.
 *
 * @param issueId the newsletter issue whose email has the link.
 */
export async function issueToken(
  trx: Db,
  subscriberId: string,
  purpose: NewsletterTokenPurpose,
  at: Date,
  issueId: string | null = null,
): Promise<string> {
  const token = createSecretToken()
  await trx
    .insertInto('newsletter_tokens')
    .values({
      token_hash: hashSecretToken(token),
      subscriber_id: subscriberId,
      purpose,
      issue_id: issueId,
      created_at: at,
    })
    .execute()
  return token
}

/** The subscriber of a link: null after unsubscribing, undefined where the link was never issued. */
export async function subscriberOfToken(
  db: Db,
  token: string,
  purpose: NewsletterTokenPurpose,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('newsletter_tokens')
    .select('subscriber_id')
    .where('token_hash', '=', hashSecretToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row?.subscriber_id
}

/** The issue whose email has the link; undefined for a link of another email. */
export async function issueOfToken(
  db: Db,
  token: string,
): Promise<{ id: string; started_at: Date } | undefined> {
  return db
    .selectFrom('newsletter_tokens')
    .innerJoin('newsletter_issues', 'newsletter_issues.id', 'issue_id')
    .select(['newsletter_issues.id', 'started_at'])
    .where('token_hash', '=', hashSecretToken(token))
    .$narrowType<{ started_at: Date }>()
    .executeTakeFirst()
}

/** The guide is for subscribers, so its link works until they unsubscribe. @throws {ApiError} 404 `link_not_valid`. */
export async function assertGuideToken(db: Db, token: string): Promise<void> {
  if (!(await subscriberOfToken(db, token, 'guide'))) throw linkNotValid('guide')
}

/** A page with a button, because mail scanners follow links. */
export const confirmUrl = (site: string, token: string) => `${site}/newsletter/confirm?token=${token}`
export const preferencesUrl = (site: string, token: string) => `${site}/newsletter/preferences?token=${token}`
export const unsubscribeUrl = (site: string, token: string) => `${site}/newsletter/unsubscribe?token=${token}`
/** A page with a button too, so that a download is a reader's and can be counted. */
export const guidePagePath = (token: string) => `/newsletter/guide?token=${token}`
/** The guide itself. */
export const guidePath = (token: string) => `/api/newsletter/guide?token=${token}`

/** RFC 8058: the email program's own button, which sends a POST. RFC 2919: readers sort their email by it. */
export function listHeaders(site: string, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${site}/api/newsletter/unsubscribe?token=${token}>`,
    'List-Id': `${publication.newsletter} <friday-edition.${new URL(site).hostname}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
