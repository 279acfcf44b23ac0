/**
 * A program: sends the newsletter issue that is being sent in a database, and delivers what waits there, until nothing
 * is left. Kills itself where `FAILPOINT` says.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { armFailpoint } from '../../src/platform/failpoint.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createTransport, startMailer } from '../../src/email/mailer.ts'
import { startIssueSender } from '../../src/audience/issues/issue-sender.ts'
import { recordEmailOutcome } from '../../src/audience/email-outcomes.ts'
import { testOutbox as outbox } from '../../src/email/testing/test-outbox.ts'
import { openPostgres } from '../../src/database/open-postgres.ts'
import { productionOrigins } from '../../src/testing/origins.ts'
import type { Sending } from './run-sender.ts'

const { database, outboxDir, smtpUrl, at } = JSON.parse(process.argv[2] ?? '') as Sending
if (process.env['FAILPOINT']) armFailpoint(process.env['FAILPOINT'])

const { db, close } = await openPostgres(database)
const log = createLogger('silent')
const now = () => new Date(at)
const from = 'friday@halfmeasure.test'
const transport = createTransport({ smtpUrl, outboxDir, from, hostname: 'halfmeasure.test' })
const mailer = startMailer({ db, outbox, log, transport, now, onOutcome: recordEmailOutcome })
// Ten emails a batch.
const sender = startIssueSender({ db, now, site: productionOrigins.site, outbox }, { rate: 600, log })
const isUnderWay = async () =>
  (await db.selectFrom('newsletter_issues').select('id').where('state', '=', 'sending').executeTakeFirst()) ??
  (await db.selectFrom('outbox').select('id').executeTakeFirst())
while (await isUnderWay()) await sleep(20)
await sender.stop()
await mailer.stop()
await close()
