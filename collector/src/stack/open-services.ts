import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSharing } from '../analytics/sharing/sharing.ts'
import { openAudience } from '../audience/audience.ts'
import { recordEmailOutcome } from '../audience/email-outcomes.ts'
import { holdEmail } from '../audience/hold-email.ts'
import { startIssueSender } from '../audience/issues/issue-sender.ts'
import { startStoringCounts } from '../audience/issues/results/store-counts.ts'
import { erasePerson, recordsOfPerson } from '../audience/personal-data.ts'
import { expirePersonalData } from '../audience/retention.ts'
import type { Config } from '../config/config.ts'
import { bringUpToDate } from '../database/migrate.ts'
import type { Postgres } from '../database/open-postgres.ts'
import { emailFilesOf, eraseEmailFiles, expireEmailFiles } from '../email/file-transport.ts'
import { createTransport, startMailer } from '../email/mailer.ts'
import { checkAuditLog } from '../identity/audit-chain.ts'
import { ensureAdmin } from '../identity/ensure-admin.ts'
import { openIdentity } from '../identity/identity.ts'
import { backoff, severityOfFailure } from '../platform/backoff.ts'
import type { Logger } from '../platform/logger.ts'
import { codeOf, isUnavailable } from '../platform/unavailable.ts'

/** Everything that PostgreSQL stores: accounts, audience, tokens and email. */
export type Services = Awaited<ReturnType<typeof openServices>>

interface Stoppable {
  stop(): Promise<void>
}

/**
 * Loads the keys and prepares the database in the background, because a server may be unavailable.
 *
 * @param sendsMail whether newsletter issues and waiting emails are sent.
 * @throws {KeyFileError} if a key file cannot be used.
 */
export async function openServices(
  config: Config,
  { db, publicDb, scrub }: Postgres,
  log: Logger,
  { sendsMail }: { sendsMail: boolean },
) {
  const { keysDir, mail, origins } = config
  const identity = await openIdentity(db, {
    keysDir,
    dashboard: origins.dashboard,
    requireSecondFactor: config.admin.requireSecondFactor,
    log,
    publicDb,
  })
  const audience = await openAudience(identity, { keysDir, site: origins.site })
  const sharing = await openSharing(identity, keysDir)

  const auditHeads = join(config.dataDir, 'ledger', 'audit-log.json')
  const stopped = new AbortController()
  let isReady = false
  let background: Stoppable[] = []
  const ready = prepare()
  ready.catch((error: unknown) => {
    if (!stopped.signal.aborted)
      log.error({ err: error }, 'postgres cannot be used; events are accepted anyway')
  })

  return {
    identity,
    audience,
    sharing,
    /** Whether the database has been reached and migrated. */
    isReady: () => isReady,
    /** Resolves when ready. Rejects only if that is impossible, or if closed before. */
    ready,
    /** A person's data, by kind. */
    async recordsOf(email: string): Promise<Record<string, Record<string, unknown>[]>> {
      await ready
      const files = await emailFilesOf(mail.outboxDir, email)
      return { ...(await recordsOfPerson(db, email)), email_files: files.map((file) => ({ file })) }
    },
    /** Deletes a person's data, including email files. */
    async erase(email: string, by?: string) {
      await ready
      const erased = await erasePerson(db, email, identity.now(), by)
      const files = await eraseEmailFiles(mail.outboxDir, email)
      await scrubFiles()
      return { ...erased, email_files: files }
    },
    /** Whether the audit log is unchanged, see `audit-chain.ts`. */
    async checkAuditLog(now: Date) {
      await ready
      return checkAuditLog(db, auditHeads, now)
    },
    /** After a restore: nothing that waits is sent without a decision. */
    async holdEmail() {
      await ready
      return holdEmail(identity)
    },
    /** Checks the audit log, then deletes personal data past its retention. */
    async expire(now: Date) {
      await ready
      const { entries, problems } = await checkAuditLog(db, auditHeads, now)
      if (problems.length > 0) log.error({ entries, problems }, 'the audit log was changed')
      await expirePersonalData(db, now)
      await expireEmailFiles(mail.outboxDir, now)
      await scrubFiles()
    },
    async close() {
      stopped.abort()
      await ready.catch(() => {})
      for (const task of background) await task.stop()
    },
  }

  /** Erased data is out of reach already, so a failure here, such as a full disk, must not fail the erasure. */
  async function scrubFiles(): Promise<void> {
    await scrub().catch((error: unknown) => {
      log.error(
        { err: error },
        'the files of the database may still contain deleted rows until the next night',
      )
    })
  }

  async function prepare(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await bringUpToDate(config.postgres, db, log)
        if (await ensureAdmin(identity, config.admin)) log.info('the configured administrator was created')
        break
      } catch (error) {
        if (config.postgres.kind === 'embedded' || stopped.signal.aborted || !isUnavailable(error))
          throw error
        log[severityOfFailure(attempt)](
          { attempt, code: codeOf(error) },
          'postgres cannot be reached; trying again',
        )
        await sleep(backoff(attempt), undefined, { signal: stopped.signal })
      }
    }
    background = [startStoringCounts(audience, log), ...(sendsMail ? startSending() : [])]
    isReady = true
  }

  function startSending(): Stoppable[] {
    if (mail.smtpUrl === undefined)
      log.info({ directory: mail.outboxDir }, 'SMTP_URL is not set, so emails are written to files')
    const { outbox } = identity
    const transport = createTransport({ ...mail, hostname: new URL(origins.site).hostname })
    return [
      startIssueSender(audience, { rate: mail.newsletterRate, log }),
      startMailer({ db, outbox, log, transport, onOutcome: recordEmailOutcome }),
    ]
  }
}
