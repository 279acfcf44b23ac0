/**
 * A program: sends the edition that is on its way in the embedded Postgres of a directory, as letters in files, and
 * ends when everything is sent. Kills itself where `FAILPOINT` says.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { armFailpoint } from '../../src/platform/failpoint.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { startMailer } from '../../src/mail/mailer.ts'
import { startEditionSender } from '../../src/people/editions/edition-sender.ts'
import { reportLetter } from '../../src/people/editions/letter-outcomes.ts'
import { openPostgres } from '../../src/database/open-postgres.ts'
import { origins } from './test-people.ts'

const [directory = '', clock = '', rate = ''] = process.argv.slice(2)
if (process.env['FAILPOINT']) armFailpoint(process.env['FAILPOINT'])

const { db, close } = await openPostgres({ kind: 'embedded', path: join(directory, 'postgres') })
const log = createLogger('silent')
const now = () => new Date(clock)
const config = {
  smtpUrl: undefined,
  outboxDir: join(directory, 'outbox'),
  from: 'friday@halfmeasure.test',
}
const mailer = startMailer({ db, config, log, now, report: reportLetter })
const sender = startEditionSender({ db, origins, mailer, now }, { rate: Number(rate), log })
const isUnderWay = async () =>
  (await db.selectFrom('newsletter_issues').select('id').where('state', '=', 'sending').executeTakeFirst()) ??
  (await db.selectFrom('outbox').select('id').executeTakeFirst())
while (await isUnderWay()) await sleep(20)
await sender.stop()
await mailer.stop()
await close()
