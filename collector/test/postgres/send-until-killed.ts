/**
 * A program: sends the newsletter issue that is being sent in a database, as files of a directory, and
 * ends when everything is sent. Kills itself where `FAILPOINT` says.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresConfig } from '../../src/config/config.ts'
import { armFailpoint } from '../../src/platform/failpoint.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createFileTransport } from '../../src/email/file-transport.ts'
import { startMailer } from '../../src/email/mailer.ts'
import { startIssueSender } from '../../src/audience/issues/issue-sender.ts'
import { recordOutcome } from '../../src/audience/newsletter/deliveries.ts'
import { testOutbox } from '../../src/email/testing/test-outbox.ts'
import { openPostgres } from '../../src/database/open-postgres.ts'
import { origins } from './test-audience.ts'

const [database = '', directory = '', clock = '', rate = ''] = process.argv.slice(2)
if (process.env['FAILPOINT']) armFailpoint(process.env['FAILPOINT'])

const { db, close } = await openPostgres(JSON.parse(database) as PostgresConfig)
const log = createLogger('silent')
const now = () => new Date(clock)
const transport = createFileTransport(join(directory, 'outbox'), 'friday@halfmeasure.test')
const mailer = startMailer({ db, outbox: testOutbox, log, transport, now, onOutcome: recordOutcome })
const sender = startIssueSender(
  { db, now, site: origins.site, outbox: testOutbox },
  { rate: Number(rate), log },
)
const isUnderWay = async () =>
  (await db.selectFrom('newsletter_issues').select('id').where('state', '=', 'sending').executeTakeFirst()) ??
  (await db.selectFrom('outbox').select('id').executeTakeFirst())
while (await isUnderWay()) await sleep(20)
await sender.stop()
await mailer.stop()
await close()
