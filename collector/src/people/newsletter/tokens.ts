import type { Kysely } from 'kysely'
import { createSecretToken, hashSecretToken } from '../../platform/secret-token.ts'
import type { Database } from '../../database/schema/database.ts'
import type { NewsletterTokenPurpose } from '../../database/schema/audience-tables.ts'

/** A new link's token; only its hash stays here. */
export async function issueToken(
  trx: Kysely<Database>,
  subscriberId: string,
  purpose: NewsletterTokenPurpose,
  at: Date,
): Promise<string> {
  const token = createSecretToken()
  await trx
    .insertInto('newsletter_tokens')
    .values({ token_hash: hashSecretToken(token), subscriber_id: subscriberId, purpose, created_at: at })
    .execute()
  return token
}

/** Whom a link was for: null where that subscriber has left, undefined where there never was such a link. */
export async function subscriberOfToken(
  db: Kysely<Database>,
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
