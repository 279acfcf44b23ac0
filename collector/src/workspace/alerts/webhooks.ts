import type { WebhookKind } from '@half-measure/shared/reports/alert-rule.ts'
import type { Db } from '../../database/schema/database.ts'
import type { Logger } from '../../platform/logger.ts'
import { PREFIXES } from './alert-email.ts'
import type { AlertNotice } from './alert-notice.ts'

/*
 * Where alerts are posted beside emails. What is posted waits in a table, written in the transaction in which the alert
 * changed; it is deleted once the address took it, so a crash in between posts it twice under the same id.
 */

/** Addresses from the configuration. */
export type Webhooks = Readonly<Partial<Record<WebhookKind, string>>>

const TIMEOUT_MS = 10_000
/** An attempt that crashed is made again after this. Milliseconds. */
const ATTEMPT_MS = 2 * 60_000
const MAX_PAUSE_MS = 60 * 60_000
/** Age at which it is given up: what happened a day ago is no alert any more. */
const GIVE_UP_MS = 24 * 3_600_000

export function kindsOf(webhooks: Webhooks): WebhookKind[] {
  return (['json', 'slack'] as const).filter((kind) => webhooks[kind] !== undefined)
}

/** What is posted. Mattermost and Rocket.Chat take the form of Slack as well. */
export function postBody(kind: WebhookKind, notice: AlertNotice, id: string, at: Date): object {
  const { occasion, words, found, url, measured } = notice
  if (kind === 'slack') {
    return {
      text: `*${PREFIXES[occasion]}: ${escapeSlack(words)}*\n${escapeSlack(found)}\n<${url}|Open the dashboard>`,
    }
  }
  const { metric, comparison, threshold, window_minutes, filters } = notice.rule
  return {
    id,
    event: `alert.${occasion}`,
    at: at.toISOString(),
    title: words,
    text: found,
    url,
    rule: { id: notice.rule.id, metric, comparison, threshold, window_minutes, filters },
    ...measured,
  }
}

/** In the transaction in which the alert changed. */
export async function queuePosts(trx: Db, webhooks: Webhooks, notice: AlertNotice, at: Date): Promise<void> {
  for (const kind of kindsOf(webhooks)) {
    const id = crypto.randomUUID()
    const body = JSON.stringify(postBody(kind, notice, id, at))
    await trx.insertInto('alert_posts').values({ id, kind, body, created_at: at, due_at: at }).execute()
  }
}

/** Attempts everything that is due, once. */
export async function deliverPosts(
  db: Db,
  webhooks: Webhooks,
  { at, log, signal }: { at: Date; log: Logger; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    const post = await claimPost(db, at)
    if (!post || signal.aborted) return
    const { id, kind, body, created_at, attempts } = post
    const url = webhooks[kind]
    const failure = url === undefined ? null : await postTo(url, body, signal)
    const isOver = at.getTime() - created_at.getTime() >= GIVE_UP_MS
    if (failure !== null) log.warn({ kind, attempts, failure }, 'an alert could not be posted')
    if (failure !== null && isOver)
      log.error({ kind, attempts, failure }, 'an alert was not posted: given up')
    if (failure === null || isOver) {
      await db.deleteFrom('alert_posts').where('id', '=', id).execute()
      continue
    }
    const pause = Math.min(60_000 * 2 ** (attempts - 1), MAX_PAUSE_MS)
    await db
      .updateTable('alert_posts')
      .set({ due_at: new Date(at.getTime() + pause) })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .execute()
  }
}

function claimPost(db: Db, at: Date) {
  return db
    .updateTable('alert_posts')
    .set((eb) => ({ due_at: new Date(at.getTime() + ATTEMPT_MS), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('alert_posts')
        .select('id')
        .where('due_at', '<=', at)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** @returns why it failed, in words that do not name the address, which is a secret; null where it was taken. */
export async function postTo(url: string, body: string, signal?: AbortSignal): Promise<string | null> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // Elsewhere is not what was configured.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    await response.body?.cancel()
    return response.ok ? null : `it answered ${response.status}`
  } catch (error) {
    if (timeout.aborted) return `no answer within ${TIMEOUT_MS / 1_000} seconds`
    const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    return `it cannot be reached${code === undefined ? '' : ` (${code})`}`
  }
}

/** Slack reads these three as its markup. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
