import type { SharingContext } from './sharing.ts'

/** Use is noted to the minute: reading statistics must not mean writing all the time. */
const NOTE_EVERY_MS = 60_000

/** A key that is neither withdrawn nor over, and a note that it is used; undefined for any other. */
export async function goodKey(
  { db, now }: Pick<SharingContext, 'db' | 'now'>,
  by: { id: string } | { secretHash: Buffer },
) {
  const at = now()
  const key = await db
    .selectFrom('api_tokens')
    .select(['id', 'kind', 'name', 'password_hash', 'last_used_at'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('secret_hash', '=', by.secretHash)))
    .where('withdrawn_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .executeTakeFirst()
  if (!key) return undefined
  if (at.getTime() - (key.last_used_at?.getTime() ?? 0) >= NOTE_EVERY_MS) {
    await db.updateTable('api_tokens').set({ last_used_at: at }).where('id', '=', key.id).execute()
  }
  return key
}
