/**
 * A program: sends the mail that waits in a database, files to a directory, and ends when none is left. Kills
 * itself where `FAILPOINT` says.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresConfig } from '../../src/config/config.ts'
import { armFailpoint } from '../../src/platform/failpoint.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createTransport, startMailer } from '../../src/email/mailer.ts'
import { testOutbox } from '../../src/email/testing/test-outbox.ts'
import { openPostgres } from '../../src/database/open-postgres.ts'

const [database = '', directory = '', smtpUrl = '', clock = ''] = process.argv.slice(2)
if (process.env['FAILPOINT']) armFailpoint(process.env['FAILPOINT'])

const { db, close } = await openPostgres(JSON.parse(database) as PostgresConfig)
const mailer = startMailer({
  db,
  outbox: testOutbox,
  transport: createTransport({
    smtpUrl: smtpUrl === '' ? undefined : smtpUrl,
    outboxDir: join(directory, 'outbox'),
    from: 'hello@halfmeasure.test',
  }),
  log: createLogger('silent'),
  now: () => new Date(clock),
})
while (await db.selectFrom('outbox').select('id').executeTakeFirst()) await sleep(20)
await mailer.stop()
await close()
