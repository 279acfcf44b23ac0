import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestLog, useEventLog } from './harness/event-log.ts'
import { LoadDriver } from './harness/load-driver.ts'
import { expectReconciled } from './harness/oracle.ts'
import { rawPageViews } from './harness/raw-rows.ts'
import { aSession } from './harness/session.ts'
import { repeating } from './harness/until.ts'

const eventLog = useEventLog()
let log: TestLog

beforeEach(async () => {
  log = await eventLog.open()
  for (let i = 0; i < 3; i++) await log.deliver(aSession(`session_1763632800000_reader${i}`))
  await log.idle()
  expectReconciled(await log.reconcile())
})

const run = (query: string) => log.clickhouse.migrator.command({ query })

async function findings(): Promise<string[]> {
  const { ok, findings } = await log.reconcile()
  const unlike = findings.filter(({ left, right }) => left !== right)
  expect(ok).toBe(unlike.length === 0)
  return unlike.map(({ name }) => name)
}

const RECEIVED = 'received = accepted + duplicates + rejected'
const STORED = 'accepted = stored + pending + dead letters + erased + expired'

const KEPT = 'kept log: rows found in the tables = rows'

describe('the reconciliation', () => {
  it.each([
    {
      what: 'a missing row',
      plant: ['ALTER TABLE analytics.click_events DELETE WHERE 1 SETTINGS mutations_sync = 2'],
      finds: [STORED, KEPT],
    },
    {
      what: 'a row stored twice',
      plant: ['INSERT INTO analytics.engagement_events SELECT * FROM analytics.engagement_events LIMIT 1'],
      finds: [
        STORED,
        'engagement_events: distinct event ids = rows',
        'all tables: distinct event ids = rows',
      ],
    },
    {
      what: 'a row in the place of another',
      plant: [
        `INSERT INTO analytics.ab_test_assignments SELECT * REPLACE (generateUUIDv4() AS event_id, 'session_1_invented' AS session_id)
          FROM analytics.ab_test_assignments LIMIT 1`,
        `ALTER TABLE analytics.ab_test_assignments DELETE WHERE session_id = 'session_1763632800000_reader1'
          SETTINGS mutations_sync = 2`,
      ],
      finds: [KEPT],
    },
    {
      what: 'an event that came as two kinds',
      plant: [
        `INSERT INTO analytics.ab_test_assignments SELECT * REPLACE ((SELECT any(event_id) FROM analytics.page_views) AS event_id,
          'session_1_other' AS session_id) FROM analytics.ab_test_assignments LIMIT 1`,
      ],
      finds: [STORED, 'all tables: distinct event ids = rows'],
    },
    {
      what: 'a second variant of a session in a test',
      plant: [
        `INSERT INTO analytics.ab_test_assignments SELECT * REPLACE (generateUUIDv4() AS event_id, 'detailed' AS variant)
          FROM analytics.ab_test_assignments LIMIT 1`,
      ],
      finds: [STORED, 'ab_test_assignments: distinct session and test = rows'],
    },
  ])('finds $what', async ({ plant, finds }) => {
    for (const statement of plant) await run(statement)
    const found = await findings()
    expect(found).toEqual(expect.arrayContaining(finds))
    expect(found.filter((name) => !finds.includes(name))).toEqual([])
    expect(log.lines).toContain(
      'error: the delivery report does not add up; see the runbook "numbers look wrong"',
    )
    expect(await log.delivery()).toMatchObject({ last_reconciliation: { ok: false } })
  })

  it('finds rows of an unknown collector', async () => {
    await run(`INSERT INTO analytics.page_views SELECT * REPLACE (generateUUIDv4() AS event_id, 'somebody' AS collector_id)
      FROM analytics.page_views LIMIT 2`)
    expect(await findings()).toEqual(['rows from unknown collectors = 0'])
  })

  it('finds an event without an outcome, also after a restart', async () => {
    const { groupCommit } = log.onlyLog
    const beacon = aSession('session_1763632800000_reader0')
    const append = vi.spyOn(groupCommit, 'append').mockImplementation((blocks, tally, done) => {
      append.mockRestore()
      // The slip: one of seven duplicates goes uncounted.
      groupCommit.append(blocks, { ...tally, duplicates: tally.duplicates - 1 }, done)
    })
    await log.deliver(beacon)
    await log.deliver(beacon)
    await log.idle()
    expect(await findings()).toEqual([RECEIVED])
    await log.close()
    log = await eventLog.open()
    expect(await findings()).toEqual([RECEIVED])
    expect(await log.delivery()).toMatchObject({ received: 35, accepted: 27, duplicates: 7 })
  })

  it('finds a row that was never received', async () => {
    await log.keep(rawPageViews(1), 0)
    await log.idle()
    expect(await findings()).toEqual([RECEIVED])
  })

  it('finds remains of an erased session, as after restoring an old backup', async () => {
    const session = 'session_1763632800000_reader1'
    await log.reconciliation.erasures.request(session)
    await log.reconciliation.erasures.idle()
    expect(await findings()).toEqual([])
    await run(`INSERT INTO analytics.ab_test_assignments SELECT * REPLACE (generateUUIDv4() AS event_id, '${session}' AS session_id)
      FROM analytics.ab_test_assignments LIMIT 1`)
    expect(await findings()).toEqual([STORED, 'erased sessions still stored = 0'])
  })

  it('finds sessions that differ from their events, and the nightly job rebuilds them', async () => {
    const earlier = Date.now() - 3 * 86_400_000
    await log.deliver(aSession('session_1763632800000_early', earlier), earlier)
    await log.idle()
    await log.events.sessions.finish()
    // It came three days late, as it were: its session would be remade, and is not compared before.
    await run('TRUNCATE TABLE analytics.late_sessions')
    await run('ALTER TABLE analytics.sessions DELETE WHERE 1 SETTINGS mutations_sync = 2')
    expect(await findings()).toEqual([
      'sessions: days whose page views are those of the raw rows',
      'sessions: days whose clicks are those of the raw rows',
      'sessions: days whose conversions are those of the raw rows',
      'sessions: days whose assignments are those of the raw rows',
      'sessions: milliseconds of reading = those of the raw rows',
    ])
    await repeating(() => log.reconciliation.nightly())
    expect(log.lines).toContain('warn: sessions differed from the raw rows, and are rebuilt')
    expect(log.reconciliation.last?.ok).toBe(true)
    expect(await findings()).toEqual([])
  })

  it('holds while events arrive', async () => {
    const driver = new LoadDriver()
    driver.start(log.deliver)
    for (let i = 0; i < 5; i++) expectReconciled(await log.reconcile())
    await driver.stop()
  })

  it('survives a restart; an unreadable one is discarded', async () => {
    const { at } = await log.reconcile()
    await log.close()
    log = await eventLog.open()
    expect(await log.delivery()).toMatchObject({ last_reconciliation: { at, ok: true } })
    await log.close()
    await writeFile(join(eventLog.dataDir, 'ledger/reconciliation.json'), '{"of":"another version"}')
    log = await eventLog.open()
    expect(await log.delivery()).toMatchObject({ last_reconciliation: null })
  })
})
