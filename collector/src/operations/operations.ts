import { z } from 'zod'
import { EmailAddress } from '@half-measure/shared/audience/email-address.ts'
import { SessionId } from '@half-measure/shared/events/beacon.ts'
import { Instant } from '@half-measure/shared/events/common.ts'
import { createAdmin, listAdmins, resetAdminFactors, resetPassword, revokeAdmin } from '../identity/admins.ts'
import { rotateSigningKey } from '../identity/identity.ts'
import { ApiError } from '../platform/api-error.ts'
import { Deadline } from '../platform/deadline.ts'
import { type Operation, operation } from './operation.ts'
import { seed } from '../../seed/seed.ts'
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

export const OPERATIONS: readonly Operation[] = [
  operation({
    name: 'reconcile',
    usage: 'reconcile [--deduplicate]',
    options: z.strictObject({ deduplicate: flag }),
    needs: 'tables',
    run: ({ events: { reconciliation } }, { deduplicate }, { deadline }) =>
      deduplicate ? reconciliation.deduplicate(deadline) : reconciliation.reconcile(deadline),
  }),
  operation({
    name: 'backup',
    usage: 'backup <file> [--recipient <public key> | --unencrypted]',
    argument: 'file',
    needs: 'tables',
    stoppable: true,
    options: z
      .strictObject({ file: z.string(), recipient: z.string().optional(), unencrypted: flag })
      .refine(
        ({ recipient, unencrypted }) => recipient === undefined || !unencrypted,
        'one of --recipient and --unencrypted',
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
    name: 'export',
    usage: 'export <folder> --from <day> --to <day> [--format <csv|parquet>]',
    argument: 'folder',
    needs: 'tables',
    stoppable: true,
    options: z
      .strictObject({
        folder: z.string(),
        from: z.iso.date(),
        to: z.iso.date(),
        format: z.enum(['csv', 'parquet']).default('csv'),
      })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before --from' }),
    run: ({ clickhouse }, options, { progress, stop }) => exportEvents(clickhouse, options, progress, stop),
  }),
  operation({
    name: 'erasures',
    usage: 'erasures',
    run: async ({ config, events }): Promise<ErasureList> => ({
      sessions: await events.reconciliation.erasedDigests(),
      addresses: await erasedPeople(config, 'addresses'),
      consents: await erasedPeople(config, 'consents'),
    }),
  }),
  operation({
    name: 'replay',
    usage: 'replay',
    needs: 'tables',
    run: ({ events }, _, { progress, deadline }) =>
      events.reconciliation.replay((read) => progress(`${read} rows read`), deadline),
  }),
  operation({
    name: 'rebuild',
    usage: 'rebuild',
    needs: 'tables',
    async run({ events }, _, { progress }) {
      await events.sessions.rebuild((share) => progress(`${Math.round(share * 100)}%`))
      return { sessions: 'rebuilt' }
    },
  }),
  operation({
    name: 'erase',
    usage: 'erase --session <session id> | --email <address>',
    options: z
      .strictObject({ session: SessionId.optional(), email: EmailAddress.optional() })
      .refine(
        ({ session, email }) => (session === undefined) !== (email === undefined),
        'one of --session and --email',
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
    name: 'admin-reset-factors',
    usage: 'admin reset-factors --email <address>',
    options: z.strictObject({ email: EmailAddress }),
    needs: 'accounts',
    async run({ services: { identity } }, { email }) {
      await resetAdminFactors(identity, email)
      return { reset: email }
    },
  }),
  operation({
    name: 'dead-letters',
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
    name: 'spool',
    usage: 'spool',
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
    name: 'delivery',
    usage: 'delivery',
    run: async ({ events }, _, { progress }) =>
      events.reconciliation.delivery().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        progress(error.message)
        return error.details
      }),
  }),
  operation({
    name: 'collectors',
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
    name: 'confirm-clock',
    usage: 'confirm-clock',
    async run({ events: { reconciliation } }) {
      const now = new Date()
      await reconciliation.recordNightlyRun(now)
      return { clock: now.toISOString(), nightly_work: 'runs within an hour, or the next night' }
    },
  }),
  operation({
    name: 'seed',
    usage: 'seed [--days 90] [--sessions 20000] [--seed 1] [--direct] [--until <ISO 8601 instant>]',
    options: z.strictObject({
      days: count(3_650).default(90),
      sessions: count(10_000_000).default(20_000),
      seed: count(2 ** 31 - 1).default(1),
      direct: flag,
      until: Instant.optional(),
    }),
    stoppable: true,
    needs: 'tables',
    run: async (context, { direct, until, ...options }, { progress, stop }) =>
      seed(
        context,
        {
          ...options,
          direct,
          until: until ?? startOfMinute(Date.now()),
          articles: await readListedArticles(),
        },
        progress,
        stop,
      ),
  }),
  operation({
    name: 'admin-create',
    usage: 'admin create --email <address>',
    readsPassword: true,
    options: z.strictObject({ email: EmailAddress, password: z.string() }),
    needs: 'accounts',
    async run({ services: { identity } }, admin) {
      await createAdmin(identity, admin)
      return { created: admin.email }
    },
  }),
  operation({
    name: 'admin-list',
    usage: 'admin list',
    needs: 'accounts',
    run: ({ services }) => listAdmins(services.identity),
  }),
  operation({
    name: 'admin-revoke',
    usage: 'admin revoke --email <address>',
    options: z.strictObject({ email: EmailAddress }),
    needs: 'accounts',
    async run({ services: { identity } }, { email }) {
      await revokeAdmin(identity, email)
      return { revoked: email }
    },
  }),
  operation({
    name: 'admin-check-audit-log',
    usage: 'admin check-audit-log',
    needs: 'accounts',
    run: ({ services }) => services.checkAuditLog(new Date()),
  }),
  operation({
    name: 'admin-rotate-keys',
    usage: 'admin rotate-keys',
    needs: 'accounts',
    async run({ services: { identity } }) {
      const kid = await rotateSigningKey(identity)
      return { made: kid, verifying: identity.keys.jwks.keys.map((key) => key.kid) }
    },
  }),
  operation({
    name: 'admin-reset-password',
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
