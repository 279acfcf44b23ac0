import { randomUUID } from 'node:crypto'
import type { WebhookKind } from '@half-measure/shared/reports/alert-rule.ts'
import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { Db } from '../../database/schema/database.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Notice } from './notice.ts'
import { webhookBody } from './webhook-body.ts'

/*
 * Posts of alerts wait in a table: they are written in the transaction that changes the alert, and deleted once the
 * webhook has accepted them. An interrupted attempt is repeated under the same id. Each webhook receives its posts in
 * order, so a post that has to be retried delays the later ones.
 */

/** From the configuration. */
export interface Webhook {
  readonly kind: WebhookKind
  readonly url: string
}

const TIMEOUT_MS = 10_000
/** An attempt that crashed is made again after this. Milliseconds. */
const ATTEMPT_MS = 2 * 60_000
const MAX_PAUSE_MS = 60 * 60_000
/** Older posts are dropped: an alert a day late is of no use. */
const GIVE_UP_MS = DAY_MS

/** @param trx the transaction that gives rise to the notice. */
export async function queuePosts(trx: Db, webhooks: readonly Webhook[], notice: Notice): Promise<void> {
  const { at } = notice
  for (const { kind } of webhooks) {
    const id = randomUUID()
    const body = JSON.stringify(webhookBody(kind, notice, id))
    await trx.insertInto('alert_posts').values({ id, kind, body, created_at: at, due_at: at }).execute()
  }
}

interface DeliveryOptions {
  readonly now: () => Date
  readonly log: Logger
  readonly signal: AbortSignal
}

/** Sends every webhook the posts that are due, up to the first failure. */
export async function deliverPosts(
  db: Db,
  webhooks: readonly Webhook[],
  options: DeliveryOptions,
): Promise<void> {
  await dropOld(db, options)
  await Promise.all(webhooks.map((webhook) => deliverTo(db, webhook, options)))
}

async function dropOld(db: Db, { now, log }: DeliveryOptions): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_posts')
    .where('created_at', '<', new Date(now().getTime() - GIVE_UP_MS))
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n)
    log.error({ posts: Number(numDeletedRows) }, 'alerts could not be posted for a day')
}

async function deliverTo(
  db: Db,
  { kind, url }: Webhook,
  { now, log, signal }: DeliveryOptions,
): Promise<void> {
  while (!signal.aborted) {
    const post = await claimPost(db, kind, now())
    if (!post) return
    const { id, body, attempts } = post
    const failure = await postTo(url, body, signal)
    if (failure !== null) {
      if (!signal.aborted) log.warn({ kind, attempts, failure }, 'an alert could not be posted; trying again')
      const pause = signal.aborted ? 0 : Math.min(60_000 * 2 ** (attempts - 1), MAX_PAUSE_MS)
      await db
        .updateTable('alert_posts')
        .set({ due_at: new Date(now().getTime() + pause) })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .execute()
      return
    }
    await db.deleteFrom('alert_posts').where('id', '=', id).execute()
  }
}

/** Claims the oldest post for an attempt, if it is due: a second collector finds it postponed. */
function claimPost(db: Db, kind: WebhookKind, at: Date) {
  return db
    .updateTable('alert_posts')
    .set((eb) => ({ due_at: new Date(at.getTime() + ATTEMPT_MS), attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('alert_posts')
        .select('id')
        .where('kind', '=', kind)
        .orderBy('created_at')
        .orderBy('id')
        .limit(1),
    )
    .where('due_at', '<=', at)
    .returningAll()
    .executeTakeFirst()
}

/** @returns the reason of a failure, without the address, which is a secret; null where the post was accepted. */
export async function postTo(url: string, body: string, signal?: AbortSignal): Promise<string | null> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // A redirect leads away from the configured address.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    await response.body?.cancel()
    return response.ok ? null : `it responded with ${response.status}`
  } catch (error) {
    if (timeout.aborted) return `no response within ${TIMEOUT_MS / 1_000} seconds`
    const { code } = ((error as Error).cause ?? error) as { code?: unknown }
    return typeof code === 'string' ? `it cannot be reached (${code})` : 'it cannot be reached'
  }
}
