import type { Context } from 'hono'
import { ApiError } from '../platform/api-error.ts'
import type { Logger } from '../platform/logger.ts'
import type { ClockedDb } from '../database/schema/database.ts'
import { severityOf } from '../platform/unavailable.ts'
import { recordAudit } from './audit-log.ts'

/** Refusals a minute of one kind and one account or token; the log bounds them by the hour too. */
const PER_MINUTE = 60

type Refusal = 'access_refused' | 'bad_token' | 'share_password_wrong' | 'single_sign_on_refused'

export type RecordRefusal = (
  refusal: Refusal,
  who: { readonly userId?: string | undefined; readonly details: Readonly<Record<string, string>> },
) => Promise<void>

/** Records refusals, up to a limit per minute. A failure to record one changes nothing for the caller. */
export function createRefusalRecorder({ db, now, log }: ClockedDb & { readonly log: Logger }): RecordRefusal {
  let minute = 0
  // Strangers, whose refusals count together, must not hide those of accounts and tokens.
  const counts = new Map<string, number>()
  return async (event, { userId = null, details }) => {
    const at = now()
    const current = Math.floor(at.getTime() / 60_000)
    if (current !== minute) counts.clear()
    minute = current
    const key = `${event} ${userId ?? details['token_id'] ?? ''}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (count > PER_MINUTE) return
    await recordAudit(db, at, userId, { event, details }).catch((error: unknown) =>
      log[severityOf(error)]({ err: error }, 'a refusal could not be recorded in the audit log'),
    )
  }
}

/** The audit event of a refusal; undefined for other errors, such as an expired token. */
export function refusalOf(error: unknown): Extract<Refusal, 'access_refused' | 'bad_token'> | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (
    ['not_admin', 'insufficient_role', 'not_for_api_tokens', 'scope_missing', 'not_of_this_link'].includes(
      error.code,
    )
  )
    return 'access_refused'
  return error.code === 'api_token_invalid' || error.message === 'Invalid token' ? 'bad_token' : undefined
}

/** Method and the beginning of the path; the rest may name a reader. */
export function routeOf(c: Context): string {
  return `${c.req.method} ${c.req.path.split('/').slice(0, 3).join('/')}`
}
