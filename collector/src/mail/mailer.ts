import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { failpoint } from '../platform/failpoint.ts'
import type { Logger } from '../platform/logger.ts'
import type { Database } from '../database/schema/database.ts'
import { createFileTransport } from './file-transport.ts'
import {
  claimMail,
  giveUpMail,
  mailDelivered,
  postponeMail,
  type MailReport,
  type WaitingMail,
} from './outbox.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { DeliveryError, type MailTransport } from './transport.ts'

export interface MailConfig {
  /** `smtp://` or `smtps://`; without it mail becomes files. */
  readonly smtpUrl: string | undefined
  /** Where the files go. */
  readonly outboxDir: string
  /** `Name <address>` or an address. */
  readonly from: string
}

/** Sends what waits in the outbox, one mail after the other. */
export interface Mailer {
  /** There may be something new. Without it, new mail is found within `POLL_MS`. */
  wake(): void
  /** Finishes the mail under way if that takes no longer than `STOP_MS`; the others wait for the next start. */
  stop(): Promise<void>
}

/** Mail that another collector wrote, or that is due again, is found within this. Milliseconds. */
const POLL_MS = 5_000
const STOP_MS = 3_000
/** After this long a mail has nothing to say any more. */
const GIVE_UP_MS = 5 * 24 * 3_600_000

/**
 * Begins to send what waits, and what will.
 *
 * @param options.report hears of each mail's fate, in the transaction that decides it.
 * @param options.transport what the configuration says, unless told.
 */
export function startMailer({
  db,
  config,
  log,
  now = () => new Date(),
  report = async () => {},
  transport = transportFor(config),
}: {
  db: Kysely<Database>
  config: MailConfig
  log: Logger
  now?: () => Date
  report?: MailReport
  transport?: MailTransport
}): Mailer {
  if (config.smtpUrl === undefined) {
    log.info({ directory: config.outboxDir }, 'no SMTP_URL is set, so mail is written to files')
  }
  let stopped = false
  let wanted = false
  let failed = false
  /** Delivered, and the database could not be told yet. */
  const delivered = new Set<WaitingMail>()
  let round: Promise<void> | undefined
  const timer = setInterval(wake, POLL_MS)
  // Mail alone keeps no process alive.
  timer.unref()
  wake()

  function wake(): void {
    wanted = true
    if (stopped || round) return
    round = sendAll().finally(() => {
      round = undefined
      if (wanted && !failed) wake()
    })
  }

  async function sendAll(): Promise<void> {
    wanted = false
    failed = false
    try {
      for (const mail of delivered) await forget(mail)
      for (;;) {
        const mail = stopped ? undefined : await claimMail(db, now())
        if (!mail) return
        await attempt(mail)
      }
    } catch (error) {
      failed = true
      log.warn({ err: error }, 'the outbox could not be read or written; trying again shortly')
    }
  }

  async function attempt(mail: WaitingMail): Promise<void> {
    const { id, kind, attempts } = mail
    failpoint('mail.before-delivery')
    try {
      await transport.deliver(mail)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const age = now().getTime() - mail.created_at.getTime()
      if ((error instanceof DeliveryError && error.final) || age > GIVE_UP_MS) {
        // A person must act, or know: nobody will get this one.
        log.error({ id, kind, attempts, reason: withoutAddresses(reason) }, 'a mail was given up')
        await giveUpMail(db, mail, now(), reason, report)
      } else {
        log.warn({ id, kind, attempts, reason: withoutAddresses(reason) }, 'a mail has to wait')
        await postponeMail(db, mail, new Date(now().getTime() + pauseAfter(attempts)), reason)
      }
      return
    }
    failpoint('mail.after-delivery')
    log.debug({ id, kind }, 'mail delivered')
    delivered.add(mail)
    await forget(mail)
  }

  async function forget(mail: WaitingMail): Promise<void> {
    await mailDelivered(db, mail, report)
    delivered.delete(mail)
  }

  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.race([round, sleep(STOP_MS, undefined, { ref: false })])
      transport.close()
      await round
    },
  }
}

function transportFor({ smtpUrl, outboxDir, from }: MailConfig): MailTransport {
  return smtpUrl === undefined ? createFileTransport(outboxDir, from) : createSmtpTransport(smtpUrl, from)
}

/** A minute after the first failure, then twice as long each time, an hour at most. Milliseconds. */
function pauseAfter(attempts: number): number {
  return Math.min(60_000 * 2 ** (attempts - 1), 3_600_000)
}

/** Servers like to repeat whom they refuse. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '…@…')
}
