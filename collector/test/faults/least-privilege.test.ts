import { describe, expect, it } from 'vitest'
import { openClickHouse } from '../../src/warehouse/clickhouse/open-clickhouse.ts'
import { StoredAssignments } from '../../src/warehouse/stored-assignments.ts'
import { TestLog, useEventLog } from './harness/event-log.ts'
import { fillWithViews } from './harness/fill-spool.ts'
import { eventIdOf, rawPageView, rawPageViews } from './harness/raw-rows.ts'
import { aSession } from './harness/session.ts'
import { expectViews } from './harness/views.ts'

const eventLog = useEventLog()
/** A collector whose inserting account may append and count, and nothing else. */
const open = () =>
  TestLog.open(eventLog.dataDir, {
    clickhouseUrl: eventLog.server.url,
    writerUrl: eventLog.server.url.replace('//', '//writer:secret@'),
    until: 'idsKnown',
  })

describe('a collector whose writer may only append and count', () => {
  it('inserts, sets refused rows aside, and finds what it inserted before', async () => {
    const rows = rawPageViews(5)
    await fillWithViews(eventLog.dataDir, [...rows, rawPageView({ is_bot: 0.5 })])
    expect(await eventLog.work('loader.after-dead-letter')).toBe('killed')
    const log = await open()
    await log.idle()
    await expectViews(log, rows, 1)
    expect(await log.reconciliation.retryDeadLetters()).toEqual({ inserted: 0, refused: 1 })
  })

  it('looks up the assignments of a session', async () => {
    const log = await open()
    const [{ clickhouse } = expect.fail('there is no shard')] = log.events.shards
    const stored = new StoredAssignments(clickhouse.writer, 60_000)
    expect(await stored.of('session_1763632800000_reader')).toEqual([])
  })

  it('reloads a batch that is stored in part', async () => {
    const rows = rawPageViews(5)
    await fillWithViews(eventLog.dataDir, rows)
    expect(await eventLog.work('loader.before-cursor')).toBe('killed')
    const clickhouse = await openClickHouse({ kind: 'server', url: eventLog.server.url })
    await clickhouse.migrator.command({
      query: `ALTER TABLE analytics.page_views DELETE WHERE event_id = '${eventIdOf(rows[0] ?? '')}' SETTINGS mutations_sync = 2`,
    })
    await clickhouse.close()
    const log = await open()
    await log.idle()
    await expectViews(log, rows)
  })

  it('replays, rebuilds and erases', async () => {
    const log = await open()
    await log.deliver(aSession('session_1763632800000_erased'))
    await log.deliver(aSession('session_1763632800000_remembered'))
    await log.idle()
    await log.clickhouse.migrator.command({ query: 'TRUNCATE TABLE analytics.page_views' })
    expect(await log.reconciliation.replay(() => {})).toMatchObject({ inserted: 6 })
    await log.events.sessions.rebuild()
    await log.reconciliation.erasures.request('session_1763632800000_erased')
    await log.reconciliation.erasures.idle()
    expect(await log.delivery()).toMatchObject({ accepted: 14, stored: 7, erased: 7 })
    expect((await log.reconcile()).ok).toBe(true)
  })
})
