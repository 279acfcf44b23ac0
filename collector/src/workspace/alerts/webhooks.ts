import { randomUUID } from 'node:crypto'
import { publication } from '@half-measure/shared/publication.ts'
import { WebhookKind } from '@half-measure/shared/reports/alert-rule.ts'
import type { Db } from '../../database/schema/database.ts'
import type { Logger } from '../../platform/logger.ts'
import { PREFIXES } from './alert-email.ts'
import type { AlertNotice } from './alert-notice.ts'

/*
 * Where alerts are posted beside emails. What is posted waits in a table, written in the transaction in which the alert
 * changed, and is deleted once the address took it: an attempt that was cut short is repeated under the same id. Each
 * address gets what happened in its order, so one that waits holds up those after it.
 */

/** Addresses from the configuration. */
export type Webhooks = Readonly<Partial<Record<WebhookKind, string>>>

const TIMEOUT_MS = 10_000
/** An attempt that crashed is made again after this. Milliseconds. */
const ATTEMPT_MS = 2 * 60_000
const MAX_PAUSE_MS = 60 * 60_000
/** Age at which it is given up: what happened a day ago is no alert any more. */
const GIVE_UP_MS = 24 * 3_600_000

const moments = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: publication.timeZone,
})

export function entriesOf(webhooks: Webhooks): [WebhookKind, string][] {
  return WebhookKind.options.flatMap((kind) => {
    const url = webhooks[kind]
    return url === undefined ? [] : [[kind, url] as [WebhookKind, string]]
  })
}

/** What is posted. Mattermost and Rocket.Chat take the form of Slack as well. */
export function postBody(kind: WebhookKind, notice: AlertNotice, id: string): object {
  const { occasion, words, found, url, at, measured } = notice
  if (kind === 'slack') {
    return {
      text: [
        `*${PREFIXES[occasion]}: ${escapeSlack(words)}*`,
        `${moments.format(at)}: ${escapeSlack(found)}`,
        `<${url}|Open the dashboard>`,
      ].join('\n'),
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
export async function queuePosts(trx: Db, webhooks: Webhooks, notice: AlertNotice): Promise<void> {
  const { at } = notice
  for (const [kind] of entriesOf(webhooks)) {
    const id = randomUUID()
    const body = JSON.stringify(postBody(kind, notice, id))
    await trx.insertInto('alert_posts').values({ id, kind, body, created_at: at, due_at: at }).execute()
  }
}

interface DeliveryOptions {
  readonly now: () => Date
  readonly log: Logger
  readonly signal: AbortSignal
}

/** Posts everything that is due, to each address until it refuses one. */
export async function deliverPosts(db: Db, webhooks: Webhooks, options: DeliveryOptions): Promise<void> {
  await giveUpOld(db, options)
  await Promise.all(entriesOf(webhooks).map(([kind, url]) => deliverTo(db, kind, url, options)))
}

async function giveUpOld(db: Db, { now, log }: DeliveryOptions): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_posts')
    .where('created_at', '<', new Date(now().getTime() - GIVE_UP_MS))
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n)
    log.error({ posts: Number(numDeletedRows) }, 'alerts could not be posted for a day')
}

async function deliverTo(
  db: Db,
  kind: WebhookKind,
  url: string,
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

/** The oldest, if it is due. Of two collectors the second finds it postponed. */
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
    const { code } = ((error as Error).cause ?? error) as { code?: unknown }
    return typeof code === 'string' ? `it cannot be reached (${code})` : 'it cannot be reached'
  }
}

/** Slack reads these three as its markup. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
