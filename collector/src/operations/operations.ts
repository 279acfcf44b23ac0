import { z } from 'zod'
import { EmailAddress } from '@half-measure/shared/audience/email-address.ts'
import { SessionId } from '@half-measure/shared/events/beacon.ts'
import { Instant } from '@half-measure/shared/events/common.ts'
import { backupRecipient } from '../config/backup-recipient.ts'
import { createAdmin, listAdmins, resetAdminFactors, resetPassword, revokeAdmin } from '../identity/admins.ts'
import { rotateSigningKey } from '../identity/identity.ts'
import { ApiError } from '../platform/api-error.ts'
import { Deadline } from '../platform/deadline.ts'
import { type Operation, operation } from './operation.ts'
import { seed, SeedRefusedError } from '../../seed/seed.ts'
import type { Spool } from '../spool/spool.ts'
import { readListedArticles } from '../stack/listed-articles.ts'
import { backUp } from './backup/back-up.ts'
import { BackupError } from './backup/manifest.ts'
import { exportEvents } from './export-events.ts'
import { eraseAddress, erasedPeople } from './erased-people.ts'
import type { ErasureList } from './erasure-list.ts'
import { waitForClickHouse } from './wait-for-clickhouse.ts'

/** Some work takes long on large tables. */
const LONG = { timeoutMs: 10 * 60_000 }

/** Options come as text. */
const flag = z.stringbool().default(false)

const count = (most: number) => {
  const error = `a whole number from 1 to ${most.toLocaleString('en-GB')}`
  return z.coerce.number({ error }).int({ error }).min(1, { error }).max(most, { error })
}

const Day = z.iso.date({ error: 'a day, such as 2026-11-30', abort: true })

export const OPERATIONS: readonly Operation[] = [
  operation({
    usage: 'reconcile [--deduplicate]',
    options: z.strictObject({ deduplicate: flag }),
    needs: 'tables',
    run: ({ events: { reconciliation } }, { deduplicate }, { deadline }) =>
      deduplicate ? reconciliation.deduplicate(deadline) : reconciliation.reconcile(deadline),
  }),
  operation({
    usage: 'backup <file> [--recipient <public key> | --unencrypted]',
    argument: 'file',
    needs: 'tables',
    stoppable: true,
    options: z
      .strictObject({ file: z.string(), recipient: backupRecipient.optional(), unencrypted: flag })
      .refine(
        ({ recipient, unencrypted }) => recipient === undefined || !unencrypted,
        'Name only one of --recipient and --unencrypted',
      ),
    run(context, { file, recipient = context.config.backupRecipient, unencrypted }, { progress, stop }) {
      if (unencrypted) return backUp(context, file, null, progress, stop)
      if (recipient !== undefined) return backUp(context, file, recipient, progress, stop)
      throw new BackupError(
        'A backup holds personal data and keys, so it is encrypted. Set BACKUP_RECIPIENT or pass --recipient with an age public key (docs/operations/backup.md says how to make one), or pass --unencrypted for a plain file.',
      )
    },
  }),
  operation({
    usage: 'export <folder> --from <day> --to <day> [--format <csv|parquet>]',
    argument: 'folder',
    needs: 'tables',
    stoppable: true,
    options: z
      .strictObject({
        folder: z.string(),
        from: Day,
        to: Day,
        format: z.enum(['csv', 'parquet']).default('csv'),
      })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before --from' }),
    run: ({ clickhouse }, options, { progress, stop }) => exportEvents(clickhouse, options, progress, stop),
  }),
  operation({
    usage: 'erasures',
    run: async ({ config, events }): Promise<ErasureList> => ({
      sessions: await events.reconciliation.erasedDigests(),
      addresses: await erasedPeople(config, 'addresses'),
      consents: await erasedPeople(config, 'consents'),
    }),
  }),
  operation({
    usage: 'replay',
    needs: 'tables',
    run: ({ events }, _, { progress, deadline }) =>
      events.reconciliation.replay((read) => progress(`${read} rows read`), deadline),
  }),
  operation({
    usage: 'rebuild',
    needs: 'tables',
    async run({ events }, _, { progress }) {
      await events.sessions.rebuild((share) => progress(`${Math.round(share * 100)}%`))
      return { sessions: 'rebuilt' }
    },
  }),
  operation({
    usage: 'erase (--session <session id> | --email <address>)',
    options: z
      .strictObject({ session: SessionId.optional(), email: EmailAddress.optional() })
      .refine(
        ({ session, email }) => (session === undefined) !== (email === undefined),
        'Name one of --session and --email',
      ),
    async run(context, { session, email }, { progress, deadline }) {
      const { erasures } = context.events.reconciliation
      if (email !== undefined) return eraseAddress(context, email)
      if (session === undefined) throw new Error('checked by the options')
      await erasures.request(session)
      progress(
        'The request is on disk. Nothing of the session is accepted any more, and its rows are removed once ClickHouse responds.',
      )
      await waitForClickHouse(context, deadline)
      await new Deadline({ say: progress, ...LONG }).waitFor(() => 'its rows to be removed', erasures.idle())
      return { erased: session }
    },
  }),
  operation({
    usage: 'admin reset-factors --email <address>',
    options: z.strictObject({ email: EmailAddress }),
    needs: 'accounts',
    async run({ services: { identity } }, { email }) {
      await resetAdminFactors(identity, email)
      return { reset: email }
    },
  }),
  operation({
    usage: 'dead-letters [--retry | --resume]',
    options: z.strictObject({ retry: flag, resume: flag }),
    async run(context, { retry, resume }, { deadline }) {
      const { reconciliation, deadLetters } = context.events
      if (resume) await reconciliation.resumeLoading()
      if (!retry) return deadLetters.list()
      await waitForClickHouse(context, deadline)
      return reconciliation.retryDeadLetters(deadline)
    },
  }),
  operation({
    usage: 'spool inspect',
    run: async ({ config, events: { spool, shards } }) => ({
      totals: spool.totals,
      accepting: spool.accepting,
      bytes: spool.bytes,
      max_bytes: config.spool.maxBytes,
      pending: pendingIn(spool),
      logs: shards.map((shard) => ({
        cursor: shard.spool.cursor,
        pending: pendingIn(shard.spool),
        segments: shard.spool.segments.map(({ number, bytes, lastWriteAt }) => ({
          number,
          bytes,
          last_write_at: new Date(lastWriteAt).toISOString(),
        })),
      })),
    }),
  }),
  operation({
    usage: 'delivery',
    run: async ({ events }, _, { progress }) =>
      events.reconciliation.delivery().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        progress(error.message)
        return error.details
      }),
  }),
  operation({
    usage: 'collectors [--retire <id>]',
    needs: 'tables',
    options: z.strictObject({ retire: z.uuid().optional() }),
    async run({ events: { reconciliation } }, { retire }) {
      const { coordination, collectorId } = reconciliation
      if (retire !== undefined) await reconciliation.retire(retire)
      return { here: collectorId, others: await coordination.heartbeat() }
    },
  }),
  operation({
    usage: 'confirm-clock',
    async run({ events: { reconciliation } }) {
      const now = new Date()
      await reconciliation.recordNightlyRun(now)
      return { clock: now.toISOString(), nightly_work: 'runs within an hour, or the next night' }
    },
  }),
  operation({
    usage:
      'seed [--days 90] [--sessions 20000] [--seed 1] [--direct] [--until <ISO 8601 instant>] [--production]',
    createsStack: true,
    options: z.strictObject({
      days: count(3_650).default(90),
      sessions: count(10_000_000).default(20_000),
      seed: count(2 ** 31 - 1).default(1),
      direct: flag,
      until: Instant.optional(),
      production: flag,
    }),
    stoppable: true,
    needs: 'tables',
    async run(context, { direct, until, production, ...options }, { progress, stop }) {
      if (!context.config.isPrivate && !production)
        throw new SeedRefusedError(
          `This stack is for more than this machine (${context.config.origins.site}). Made-up traffic counts as readers do, and only the restore of a backup removes it. If you want it here, pass --production.`,
        )
      const articles = await readListedArticles()
      const end = until ?? startOfMinute(Date.now())
      return seed(context, { ...options, direct, until: end, articles }, progress, stop)
    },
  }),
  operation({
    usage: 'admin create --email <address>',
    readsPassword: true,
    createsStack: true,
    options: z.strictObject({ email: EmailAddress, password: z.string() }),
    needs: 'accounts',
    async run({ services: { identity } }, admin) {
      await createAdmin(identity, admin)
      return { created: admin.email }
    },
  }),
  operation({
    usage: 'admin list',
    needs: 'accounts',
    run: ({ services }) => listAdmins(services.identity),
  }),
  operation({
    usage: 'admin revoke --email <address>',
    options: z.strictObject({ email: EmailAddress }),
    needs: 'accounts',
    async run({ services: { identity } }, { email }, { progress }) {
      await revokeAdmin(identity, email)
      const owners = (await listAdmins(identity)).filter(({ role }) => role === 'owner')
      if (owners.length === 0) progress('No owner has access now; create one: admin create --email <address>')
      return { revoked: email }
    },
  }),
  operation({
    usage: 'admin check-audit-log',
    needs: 'accounts',
    run: ({ services }) => services.checkAuditLog(new Date()),
  }),
  operation({
    usage: 'admin rotate-keys',
    needs: 'accounts',
    async run({ services: { identity } }) {
      const kid = await rotateSigningKey(identity)
      return { made: kid, verifying: identity.keys.jwks.keys.map((key) => key.kid) }
    },
  }),
  operation({
    usage: 'admin reset-password --email <address>',
    readsPassword: true,
    options: z.strictObject({ email: EmailAddress, password: z.string() }),
    needs: 'accounts',
    async run({ services: { identity } }, admin) {
      await resetPassword(identity, admin)
      return { reset: admin.email }
    },
  }),
]

function startOfMinute(ms: number): number {
  return ms - (ms % 60_000)
}

function pendingIn(log: Pick<Spool, 'pendingRows' | 'pendingBytes' | 'oldestPendingMs'>) {
  return { rows: log.pendingRows, bytes: log.pendingBytes, oldest_ms: log.oldestPendingMs }
}
