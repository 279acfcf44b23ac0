import type { Db } from '../database/schema/database.ts'
import { recordAudit } from './audit-log.ts'

/**
 * Deletes the API tokens and share links of somebody who stops being an owner, and records each that could still be used.
 *
 * @param who the administrator responsible; empty for the operator of the server.
 */
export async function endApiTokens(trx: Db, userId: string, who: { by?: string }, at: Date): Promise<void> {
  const ended = await trx
    .deleteFrom('api_tokens')
    .where('created_by', '=', userId)
    .returning(['id', 'kind', 'name', 'revoked_at'])
    .execute()
  for (const { id, kind, name, revoked_at } of ended) {
    if (revoked_at !== null) continue
    await recordAudit(trx, at, userId, {
      event: 'api_token_revoked',
      details: { ...who, token_id: id, kind, name },
    })
  }
}
