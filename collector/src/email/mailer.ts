import { DAY_MS } from '@half-measure/shared/durations.ts'
import type { Db } from '../database/schema/database.ts'
import { failpoint } from '../platform/failpoint.ts'
import type { Logger } from '../platform/logger.ts'
import { repeat } from '../platform/repeat.ts'
import { withTimeout } from '../platform/deadline.ts'
import { createFileTransport } from './file-transport.ts'
import {
  claimEmail,
  completeEmail,
  failEmail,
  type Outbox,
  OutboxKeyError,
  type OutcomeListener,
  postponeEmail,
} from './outbox.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { DeliveryError, type EmailTransport } from './transport.ts'

export interface EmailConfig {
  /** `smtp://` or `smtps://`; without it emails become files. */
  readonly smtpUrl: string | undefined
  /** Where the files go. */
  readonly outboxDir: string
  /** `Name <address>` or an address. */
  readonly from: string
}

export interface MailerOptions {
  readonly db: Db
  readonly outbox: Pick<Outbox, 'open'>
  readonly log: Logger
  readonly transport: EmailTransport
  readonly now?: () => Date
  readonly onOutcome?: OutcomeListener
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimEmail>>>

/** Between two checks for due emails. */
const POLL_MS = 1_000
/** After a database failure. */
const RETRY_MS = 5_000
const STOP_MS = 3_000
/** Age at which delivery fails for good. */
const GIVE_UP_MS = 5 * DAY_MS

/** Sends what the outbox holds, one email after the other, until stopped. */
export function startMailer(options: MailerOptions): { stop(): Promise<void> } {
  const { log, transport } = options
  const stopping = new AbortController()
  const sendDue = createSender(options)
  const loop = repeat(async () => {
    try {
      await sendDue(stopping.signal)
      return POLL_MS
    } catch (error) {
      log.warn({ err: error }, 'the outbox could not be read or written; trying again shortly')
      return RETRY_MS
    }
  })
  return {
    /** Finishes the email under way if that takes at most `STOP_MS`; the others wait for the next start. */
    async stop() {
      stopping.abort()
      const stopped = loop.stop()
      await withTimeout(STOP_MS, stopped)
      transport.close()
      await stopped
    },
  }
}

/** @returns a function that attempts every email that is due, until the signal fires. */
export function createSender({
  db,
  outbox,
  log,
  transport,
  now = () => new Date(),
  onOutcome = async () => {},
}: MailerOptions): (signal?: AbortSignal) => Promise<void> {
  /** Delivered, but the database failed before this was recorded. */
  const delivered = new Set<Claimed>()

  async function complete(email: Claimed): Promise<void> {
    await completeEmail(db, email, onOutcome)
    delivered.delete(email)
  }

  async function attempt(email: Claimed): Promise<void> {
    const { id, kind, attempts } = email
    failpoint('mail.before-delivery')
    try {
      await transport.deliver(outbox.open(email))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const fields = { id, kind, attempts, reason: withoutAddresses(reason) }
      const isTooOld = now().getTime() - email.created_at.getTime() > GIVE_UP_MS
      if (isFinal(error) || isTooOld) {
        log.error(fields, 'an email could not be delivered; see the mail log')
        await failEmail(db, email, { at: now(), reason }, onOutcome)
      } else {
        log.warn(fields, 'an email could not be delivered; trying again')
        await postponeEmail(db, email, new Date(now().getTime() + pauseAfter(attempts)), reason)
      }
      return
    }
    failpoint('mail.after-delivery')
    log.debug({ id, kind }, 'email delivered')
    delivered.add(email)
    await complete(email)
  }

  return async (signal) => {
    for (const email of delivered) await complete(email)
    for (;;) {
      if (signal?.aborted) return
      const email = await claimEmail(db, now())
      if (!email) return
      await attempt(email)
    }
  }
}

/** Delivery as configured: to a mail server, or into files. */
export function createTransport({ smtpUrl, outboxDir, from }: EmailConfig): EmailTransport {
  return smtpUrl === undefined ? createFileTransport(outboxDir, from) : createSmtpTransport(smtpUrl, from)
}

/** Whether another attempt would fail too. */
function isFinal(error: unknown): boolean {
  return error instanceof OutboxKeyError || (error instanceof DeliveryError && error.final)
}

/** A minute after the first failure, doubling up to an hour. Milliseconds. */
function pauseAfter(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), 3_600_000)
}

/** Servers' replies repeat the refused address. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '…@…')
}
