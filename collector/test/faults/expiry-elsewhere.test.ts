import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../postgres/temporary-directory.ts'
import { ClickHouseServer } from './harness/clickhouse-server.ts'
import { TestLog } from './harness/event-log.ts'
import { expectAuditToBeClean } from './harness/oracle.ts'
import { aVisit } from './harness/visit.ts'

const { year, month } = Temporal.Now.plainDateISO('UTC')
/** A day before the oldest month that is kept. */
const old = Date.UTC(year, month - 2, 1) - 24 * 3_600_000

it('a month that another collector has removed is not counted once more by the first of them, when it is back', async () => {
  const directory = temporaryDirectory()
  const server = await ClickHouseServer.start(join(directory, 'clickhouse'))
  const env = { EVENT_RETENTION_MONTHS: '1' }
  const open = (name: string) =>
    TestLog.open(join(directory, name, 'data'), { clickhouseUrl: server.url, env })
  const both = await Promise.all([open('a'), open('b')])
  await Promise.all(both.map(({ events }) => events.ready))
  const [first, second] = both.toSorted((a, b) =>
    a.account.collectors.id < b.account.collectors.id ? -1 : 1,
  )
  if (!first || !second) throw new Error('two were opened')
  await first.deliver(aVisit('session_1763632800000_longago', old), old)
  await first.deliver(aVisit('session_1763632800000_today'))
  await first.idle()
  await first.close()
  await second.account.nightly()
  expect(await second.account.delivery()).toMatchObject({ accepted: 14, stored: 7, expired: 7 })

  const again = await open(first === both[0] ? 'a' : 'b')
  await again.events.ready
  expect(await again.account.delivery()).toMatchObject({ accepted: 14, stored: 7, expired: 7 })
  expectAuditToBeClean(await again.account.audit())
})
