import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { EVENT_TABLES } from '../../src/events/event-tables.ts'
import { type TestLog, useEventLog } from './harness/event-log.ts'
import { filesThatName as filesOf } from './harness/files-that-name.ts'
import { LoadDriver } from './harness/load-driver.ts'
import { expectReconciled } from './harness/oracle.ts'
import { rawPageViews } from './harness/raw-rows.ts'
import { countStored, figure } from './harness/stored-rows.ts'
import { until } from './harness/until.ts'
import { aSession } from './harness/session.ts'

// Anybody can make two ids for which a hash that can be inverted (cityHash64) is the same, as for these.
const ERASED = 'session_1763632_AAAAbbbbCCCCdddd'
const KEPT = 'session_1763632_zcqaJ9foh1V98yR3'
const eventLog = useEventLog()

/** Two sessions, inserted, each with a row among the dead letters; nothing runs. */
beforeEach(async () => {
  const log = await eventLog.open()
  for (const session_id of [ERASED, KEPT]) {
    await log.deliver(aSession(session_id))
    await log.keep(rawPageViews(1, { session_id, is_bot: 0.5 }))
  }
  await log.idle()
  expect(await log.delivery()).toMatchObject({ accepted: 16, stored: 14, dead_letters: 2 })
  await log.close()
})

const filesThatName = (session: string) => filesOf(eventLog.dataDir, session)

async function erase(log: TestLog): Promise<void> {
  await log.reconciliation.erasures.request(ERASED)
  await log.reconciliation.erasures.idle()
}

async function expectForgotten(log: TestLog): Promise<void> {
  const { reader } = log.clickhouse
  expect(await countStored(reader, `session_id = '${ERASED}'`)).toBe(0)
  expect(await countStored(reader, `session_id = '${KEPT}'`)).toBe(7)
  expect(filesThatName(ERASED)).toEqual([])
  expect(filesThatName(KEPT).length).toBeGreaterThan(1)
  expect(await log.delivery()).toMatchObject({
    accepted: 16,
    stored: 7,
    dead_letters: 1,
    erased: 8,
    pending: 0,
  })
  expectReconciled(await log.reconcile())
}

describe('erasure of a session', () => {
  it('removes its rows from the tables, the retained segments and the dead letters, and no others', async () => {
    const log = await eventLog.open()
    await erase(log)
    await expectForgotten(log)
  })

  it('evicts it from memory at once', async () => {
    const log = await eventLog.open()
    const { assignments } = log.events
    await log.deliver(aSession('session_1763632800000_third'))
    expect(await assignments.find('session_1763632800000_third', 'review_page_layout')).toBeDefined()
    // A slow lookup fails.
    await expect.poll(() => assignments.find(ERASED, 'review_page_layout')).toBeDefined()
    for (const session of [ERASED, 'session_1763632800000_third']) {
      await log.reconciliation.erasures.request(session)
      expect(await assignments.find(session, 'review_page_layout')).toBeUndefined()
      expect(log.events.ingest.recentAssignments.get(session, 'review_page_layout')).toBeUndefined()
    }
    await expect.poll(() => assignments.find(KEPT, 'review_page_layout')).toBeDefined()
  })

  it('removes damaged data that was set aside, since it may belong to anyone', async () => {
    const log = await eventLog.open()
    await log.deliver(aSession(ERASED))
    await log.events.spool.flush()
    await log.close(0)
    // A byte of the session's row goes wrong before it was inserted.
    rmSync(join(eventLog.dataDir, 'spool/cursor.json'))
    const folder = join(eventLog.dataDir, 'spool')
    const segments = readdirSync(folder).filter((name) => name.endsWith('.log'))
    for (const path of segments.map((name) => join(folder, name))) {
      const bytes = readFileSync(path)
      const at = bytes.indexOf('/articles')
      if (at === -1) continue
      bytes.writeUInt8(0, at + 1)
      writeFileSync(path, bytes)
    }
    const next = await eventLog.open()
    expect(filesThatName(ERASED).some((name) => name.includes('quarantine'))).toBe(true)
    await next.idle()
    await next.reconciliation.erasures.request(ERASED)
    await next.reconciliation.erasures.idle()
    expect(filesThatName(ERASED)).toEqual([])
  })

  it('waits for rows that are not inserted yet', async () => {
    const log = await eventLog.open()
    const late = aSession(ERASED)
    // The assignment is known.
    expect(await log.deliver(late)).toMatchObject({ accepted: 6, duplicates: 1 })
    await erase(log)
    expect(await countStored(log.clickhouse.reader, `session_id = '${ERASED}'`)).toBe(0)
    expect(filesThatName(ERASED)).toEqual([])
    expect(await log.delivery()).toMatchObject({
      accepted: 22,
      stored: 7,
      dead_letters: 1,
      erased: 14,
    })
    expectReconciled(await log.reconcile())
  })

  it('refuses its events from the request on, also after a restart', async () => {
    const first = await eventLog.open()
    await first.reconciliation.erasures.request(ERASED)
    const beacon = aSession(ERASED)
    const refused = beacon.events.map(({ event_id }, index) => ({ index, event_id, reason: 'erased' }))
    expect(await first.deliver(beacon)).toEqual({ accepted: 0, duplicates: 0, rejected: refused })
    await first.reconciliation.erasures.idle()
    await first.close()
    const log = await eventLog.open()
    expect(await log.deliver(beacon)).toEqual({ accepted: 0, duplicates: 0, rejected: refused })
    await log.idle()
    expect(await log.delivery()).toMatchObject({ rejected: { erased: 14 } })
    await expectForgotten(log)
  })

  it('is not undone by replay, nor by a retry of dead letters', async () => {
    const log = await eventLog.open()
    await erase(log)
    expect(await log.reconciliation.replay(() => {})).toMatchObject({ inserted: 0 })
    expect(await log.reconciliation.retryDeadLetters()).toEqual({ inserted: 0, refused: 1 })
    await expectForgotten(log)
  })

  it('completes although process after process dies on the way', async () => {
    const failpoints = [
      'erasure.requested',
      'erasure.after-dead-letter',
      'erasure.after-segments',
      'erasure.acknowledged',
      'erasure.recorded',
      ...EVENT_TABLES.map((table) => `erasure.after-${table}`),
      'erasure.removed',
      'erasure.completed',
    ]
    for (const failpoint of failpoints) {
      expect(await eventLog.work(failpoint, ['erase', ERASED]), failpoint).toBe('killed')
    }
    const log = await eventLog.open()
    await log.reconciliation.erasures.idle()
    await expectForgotten(log)
  })

  it('counts its rows once, however often it is requested and interrupted', async () => {
    for (const failpoint of ['erasure.after-page_views', 'erasure.after-click_events']) {
      expect(await eventLog.work(failpoint, ['erase', ERASED])).toBe('killed')
    }
    const log = await eventLog.open()
    await Promise.all([
      log.reconciliation.erasures.request(ERASED),
      log.reconciliation.erasures.request(ERASED),
    ])
    await log.reconciliation.erasures.idle()
    await erase(log)
    await expectForgotten(log)
  })

  it('of an unknown session leaves nothing behind, and refuses events still in flight', async () => {
    const log = await eventLog.open()
    const { erasures } = log.reconciliation
    const invented = Array.from({ length: 20 }, (_, n) => `session_176363280000${n}_invented`)
    const damage = join(eventLog.dataDir, 'spool/quarantine')
    mkdirSync(damage)
    writeFileSync(join(damage, 'segment-1-at-0.bin'), 'whose this was nobody can tell')
    const removals = await figure(log.clickhouse.reader, 'SELECT count() FROM analytics.removed_events')
    await Promise.all(invented.map((session) => erasures.request(session)))
    await erasures.idle()
    expect(await log.deliver(aSession(invented[0] ?? ''))).toMatchObject({ accepted: 0 })
    expect(await figure(log.clickhouse.reader, 'SELECT count() FROM analytics.removed_events')).toBe(removals)
    // Besides what finishing sessions tidies up.
    const mutations = `SELECT count() FROM system.mutations WHERE table NOT IN ('session_runs', 'late_sessions')`
    expect(await figure(log.clickhouse.reader, mutations)).toBe(0)
    expect(await log.reconciliation.erasedDigests()).toEqual([])
    for (const session of invented) expect(filesThatName(session)).toEqual([])
    expect(readdirSync(damage)).toHaveLength(1)
    await log.close()
    const next = await eventLog.open()
    expect(await next.deliver(aSession(invented[0] ?? ''))).toMatchObject({ accepted: 7 })
  })

  it('takes more sessions than may be requested at once, in turns', async () => {
    const log = await eventLog.open()
    const sessions = Array.from({ length: 1_005 }, (_, i) => `session_1763632800000_s${i}`)
    for (const session of sessions.slice(-2)) await log.deliver(aSession(session))
    await log.reconciliation.erasures.requestAll(sessions)
    expect(await log.delivery()).toMatchObject({ accepted: 30, stored: 14, erased: 14 })
  })

  it('erases all requested sessions in one pass', async () => {
    const log = await eventLog.open()
    const sessions = Array.from({ length: 12 }, (_, n) => `session_176363280000${n}_together`)
    for (const session of sessions) await log.deliver(aSession(session))
    await log.idle()
    await Promise.all([...sessions, ERASED].map((session) => log.reconciliation.erasures.request(session)))
    await log.reconciliation.erasures.idle()
    expect(await log.delivery()).toMatchObject({ accepted: 100, stored: 7, erased: 92 })
    // Each table once.
    const mutations = `SELECT count() FROM system.mutations WHERE command LIKE '%session_id%'`
    expect(await figure(log.clickhouse.reader, mutations)).toBe(EVENT_TABLES.length)
    const naming = `SELECT count() FROM system.mutations WHERE command LIKE '%together%'`
    expect(await figure(log.clickhouse.reader, naming)).toBe(0)
    expectReconciled(await log.reconcile())
  })

  it('completes while others keep sending', async () => {
    const log = await eventLog.open()
    const driver = new LoadDriver()
    driver.start(log.deliver, { senders: 12 })
    await log.reconciliation.erasures.request(ERASED)
    await until('the session is erased', () => filesThatName(ERASED).length === 0)
    await log.reconciliation.erasures.idle()
    await driver.stop()
    expect(await countStored(log.clickhouse.reader, `session_id = '${ERASED}'`)).toBe(0)
    await log.idle()
    expectReconciled(await log.reconcile())
  })
})
