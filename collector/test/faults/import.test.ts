import { describe, expect, it } from 'vitest'
import { openClickHouse } from '../../src/warehouse/clickhouse/open-clickhouse.ts'
import { useEventLog } from './harness/event-log.ts'
import { expectReconciled } from './harness/oracle.ts'
import { anImport } from './harness/raw-rows.ts'
import { figure } from './harness/stored-rows.ts'

const eventLog = useEventLog()

describe('rows that are bulk-loaded past the log', () => {
  it('count as accepted and stored', async () => {
    const log = await eventLog.open()
    await log.reconciliation.importRows(...anImport(log.reconciliation.collectorId))
    expect(await log.delivery()).toMatchObject({ received: 5, accepted: 5, stored: 5 })
    expectReconciled(await log.reconcile())
  })

  it.each([
    ['import.begun', 0],
    ['import.after-table', 3],
    ['import.after-table:2', 5],
  ])('are counted exactly as stored if the process is killed: %s', async (failpoint, rows) => {
    expect(await eventLog.work(failpoint, ['import'])).toBe('killed')
    const log = await eventLog.open()
    expect(await log.delivery()).toMatchObject({ accepted: rows, stored: rows })
    expectReconciled(await log.reconcile())
    // And once, though more follow.
    await log.reconciliation.importRows(...anImport(log.reconciliation.collectorId))
    await log.close()
    const next = await eventLog.open()
    expect(await next.delivery()).toMatchObject({ accepted: rows + 5, stored: rows + 5 })
    expectReconciled(await next.reconcile())
  })

  it('are marked as late even if the engine died between a table and its views', async () => {
    expect(await eventLog.work('import.after-table:2', ['import'])).toBe('killed')
    const clickhouse = await openClickHouse({ kind: 'server', url: eventLog.server.url })
    await clickhouse.migrator.command({ query: 'TRUNCATE TABLE analytics.late_sessions' })
    await clickhouse.close()
    const log = await eventLog.open()
    expectReconciled(await log.reconcile())
    expect(
      await figure(log.clickhouse.reader, 'SELECT uniqExact(session_hash) FROM analytics.late_sessions'),
    ).toBe(1)
  })

  it('are counted exactly as stored if the database refuses a later table', async () => {
    const log = await eventLog.open()
    const [batchId, [views, readings]] = anImport(log.reconciliation.collectorId)
    if (!views || !readings) throw new Error('an import has two tables')
    const bad = { ...readings, bytes: Buffer.from(readings.bytes.toString().replaceAll('5000', '"much"')) }
    await expect(log.reconciliation.importRows(batchId, [views, bad])).rejects.toThrow()
    expect(await log.delivery()).toMatchObject({ accepted: 3, stored: 3 })
    expectReconciled(await log.reconcile())
  })
})
