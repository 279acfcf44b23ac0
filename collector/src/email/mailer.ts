import { DAY_MS, HOUR_MS, MINUTE_MS } from '@half-measure/shared/durations.ts'
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
  releaseEmail,
} from './outbox.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { DeliveryError, type DeliveryFailure, type EmailTransport } from './transport.ts'

export interface EmailConfig {
  /** `smtp://` or `smtps://`; without it emails become files. */
  readonly smtpUrl: string | undefined
  /** Where the files go. */
  readonly outboxDir: string
  /** `Name <address>` or an address. */
  readonly from: string
  /** By which a mail server is greeted. */
  readonly hostname: string
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
const SHUTDOWN_TIMEOUT_MS = 3_000
/** Longest pause between two attempts at an email, and between two at a server that is unavailable. */
const MAX_EMAIL_PAUSE_MS = HOUR_MS
const MAX_SERVER_PAUSE_MS = 10 * MINUTE_MS
/**
 * Attempts after which delivery fails for good: the pauses between them add up to five days. Age alone says nothing,
 * because the collector may have been off, or the server unavailable.
 */
const MAX_ATTEMPTS = attemptsWithin(5 * DAY_MS)

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
    /** Finishes the email under way if that takes at most `SHUTDOWN_TIMEOUT_MS`; the others wait for the next start. */
    async stop() {
      stopping.abort()
      const stopped = loop.stop()
      await withTimeout(SHUTDOWN_TIMEOUT_MS, stopped)
      transport.close()
      await stopped
    },
  }
}

/**
 * @returns a function that attempts every email that is due, until the signal fires or the server is unavailable. Then
 * calls do nothing until a pause is over, which grows while the server stays unavailable.
 */
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
  /** Attempts in a row that found the server unavailable, and the end of the pause, in milliseconds. */
  let failures = 0
  let pausedUntil = 0

  async function complete(email: Claimed): Promise<void> {
    await completeEmail(db, email, onOutcome)
    delivered.delete(email)
  }

  /** @returns what went wrong, if anything. */
  async function attempt(email: Claimed): Promise<DeliveryFailure | undefined> {
    const { id, kind, attempts } = email
    failpoint('mail.before-delivery')
    try {
      await transport.deliver(outbox.open(email))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const fields = { id, kind, attempts, reason: withoutAddresses(reason) }
      const failure = failureOf(error)
      const at = now().getTime()
      if (failure === 'interrupted' || failure === 'unavailable') {
        failures += 1
        pausedUntil = at + pauseAfter(failures, MAX_SERVER_PAUSE_MS)
      }
      if (failure === 'unavailable') {
        log.warn(fields, 'the mail server is unavailable; trying again')
        await releaseEmail(db, email, new Date(pausedUntil), reason)
      } else if (failure === 'refused' || attempts >= MAX_ATTEMPTS) {
        log.error(fields, 'an email could not be delivered; see the mail log')
        await failEmail(db, email, { at: new Date(at), reason }, onOutcome)
      } else {
        log.warn(fields, 'an email could not be delivered; trying again')
        const dueAt = new Date(at + pauseAfter(attempts, MAX_EMAIL_PAUSE_MS))
        await postponeEmail(db, email, dueAt, reason)
      }
      return failure
    }
    failpoint('mail.after-delivery')
    log.debug({ id, kind }, 'email delivered')
    delivered.add(email)
    await complete(email)
    return undefined
  }

  return async (signal) => {
    for (const email of delivered) await complete(email)
    for (;;) {
      if (signal?.aborted || now().getTime() < pausedUntil) return
      const email = await claimEmail(db, now())
      if (!email) return
      const failure = await attempt(email)
      if (failure !== 'interrupted' && failure !== 'unavailable') failures = 0
    }
  }
}

/** Delivery as configured: to a mail server, or into files. */
export function createTransport({ smtpUrl, outboxDir, from, hostname }: EmailConfig): EmailTransport {
  return smtpUrl === undefined
    ? createFileTransport(outboxDir, from)
    : createSmtpTransport(smtpUrl, from, hostname)
}

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof DeliveryError) return error.failure
  return error instanceof OutboxKeyError ? 'refused' : 'deferred'
}

/** A minute after the first failure, then twice as long each time. Milliseconds. */
function pauseAfter(failures: number, max: number): number {
  return Math.min(MINUTE_MS * 2 ** (failures - 1), max)
}

/** Attempts whose pauses take so long. */
function attemptsWithin(ms: number): number {
  let attempts = 1
  for (let passed = 0; passed < ms; attempts += 1) passed += pauseAfter(attempts, MAX_EMAIL_PAUSE_MS)
  return attempts
}

/** Servers' replies repeat the refused address. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '…@…')
}
