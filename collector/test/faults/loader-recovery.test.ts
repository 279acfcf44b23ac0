import { describe, expect, it } from 'vitest'
import { openClickHouse } from '../../src/warehouse/clickhouse/open-clickhouse.ts'
import { TestLog, useEventLog } from './harness/event-log.ts'
import { fillWithViews } from './harness/fill-spool.ts'
import { eventIdOf, rawPageView, rawPageViews } from './harness/raw-rows.ts'
import { figure, queryRows } from './harness/stored-rows.ts'
import { expectViews } from './harness/views.ts'
import { work } from './harness/work-until-killed-process.ts'

const eventLog = useEventLog()

/** Statements on the tables while no collector has them. */
async function meanwhile(...statements: readonly string[]): Promise<void> {
  const clickhouse = await openClickHouse({ kind: 'server', url: eventLog.server.url })
  for (const query of statements) await clickhouse.migrator.command({ query })
  await clickhouse.close()
}

/** Has the engine forget which tokens it has seen in a table, and in what its views fill. */
function forgetTokens(): Promise<void> {
  const tables = ['page_views', 'late_sessions']
  return meanwhile(
    ...tables.flatMap((table) =>
      [0, 10_000].map(
        (window) =>
          `ALTER TABLE analytics.${table} MODIFY SETTING non_replicated_deduplication_window = ${window}`,
      ),
    ),
  )
}

/** Rows that a killed process has inserted, without moving the cursor. */
async function insertedAndKilled(count = 6): Promise<string[]> {
  const rows = rawPageViews(count)
  await fillWithViews(eventLog.dataDir, rows)
  expect(await eventLog.work('loader.before-cursor')).toBe('killed')
  return rows
}

describe('a loader that takes over from one that was killed', () => {
  it.each(['loader.before-send', 'loader.after-page_views', 'loader.before-cursor'])(
    'inserts a batch once, even if it is killed at the same point itself: %s',
    async (failpoint) => {
      // On the embedded engine, which dies with its collector.
      const rows = rawPageViews(6)
      await fillWithViews(eventLog.dataDir, rows)
      expect(await work(eventLog.dataDir, failpoint)).toBe('killed')
      expect(await work(eventLog.dataDir, failpoint)).toBe('killed')
      const log = await TestLog.open(eventLog.dataDir)
      await log.idle()
      await expectViews(log, rows)
    },
  )

  it('counts a batch whose tokens the engine has forgotten, and does not duplicate it', async () => {
    const rows = await insertedAndKilled()
    await forgetTokens()
    const log = await eventLog.open()
    await log.idle()
    await expectViews(log, rows)
  })

  it('marks the sessions of a batch as late if the views that do so were missing', async () => {
    await eventLog.open().then((log) => log.close())
    const clickhouse = await openClickHouse({ kind: 'server', url: eventLog.server.url })
    const views = await queryRows<{ name: string; create: string }>(
      clickhouse.reader,
      `SELECT name, create_table_query AS create FROM system.tables
        WHERE database = 'analytics' AND engine = 'MaterializedView'`,
    )
    await clickhouse.close()
    await meanwhile(...views.map(({ name }) => `DROP VIEW analytics.${name}`))
    const rows = await insertedAndKilled()
    await meanwhile(...views.map(({ create }) => create))
    const log = await eventLog.open()
    await log.idle()
    await expectViews(log, rows)
    const late = await figure(
      log.clickhouse.reader,
      'SELECT uniqExact(session_hash) FROM analytics.late_sessions',
    )
    expect(late).toBe(
      await figure(log.clickhouse.reader, 'SELECT uniqExact(session_id) FROM analytics.page_views'),
    )
  })

  it.each(['loader.after-removal', 'loader.before-send', 'loader.after-send'])(
    'reloads a partially stored batch, and again after it is killed doing so: %s',
    async (failpoint) => {
      const rows = await insertedAndKilled()
      const some = rows.slice(1, 3).map((row) => `'${eventIdOf(row)}'`)
      await meanwhile(
        `ALTER TABLE analytics.page_views DELETE WHERE event_id IN (${some.join(', ')}) SETTINGS mutations_sync = 2`,
      )
      expect(await eventLog.work(failpoint)).toBe('killed')
      const log = await eventLog.open()
      await log.idle()
      await expectViews(log, rows)
    },
  )

  it('reloads a batch that is stored twice', async () => {
    const rows = await insertedAndKilled()
    await meanwhile('INSERT INTO analytics.page_views SELECT * FROM analytics.page_views')
    const log = await eventLog.open()
    await log.idle()
    await expectViews(log, rows)
  })
})

describe('rows that waited while the tables changed', () => {
  it('are inserted into tables with new columns', async () => {
    await eventLog.open().then((log) => log.close())
    const rows = rawPageViews(3)
    await fillWithViews(eventLog.dataDir, rows)
    await meanwhile('ALTER TABLE analytics.page_views ADD COLUMN mood String')
    const log = await eventLog.open()
    await log.idle()
    await expectViews(log, rows)
  })

  it('get the default of a column that their version did not have', async () => {
    const rows = rawPageViews(3)
    const ofEarlierVersion = rawPageView({ timezone: 'Europe/London', screen: 'not kept' }).replace(
      /,[^,]*\]$/,
      ']',
    )
    const log = await eventLog.open()
    await log.keep([...rows, ofEarlierVersion])
    await log.idle()
    await expectViews(log, [...rows, ofEarlierVersion])
    expect(
      await figure(
        log.clickhouse.reader,
        `SELECT count() FROM analytics.page_views WHERE screen = '' AND timezone = 'Europe/London'`,
      ),
    ).toBe(1)
  })
})

describe('a loader that is killed while it searches for a refused row', () => {
  it.each(['loader.after-half:2', 'loader.after-dead-letter', 'loader.after-send:4'])(
    'leaves the same rows stored and the same one set aside: %s',
    async (failpoint) => {
      const good = rawPageViews(7)
      await fillWithViews(eventLog.dataDir, [
        ...good.slice(0, 4),
        rawPageView({ is_bot: 0.5 }),
        ...good.slice(4),
      ])
      expect(await eventLog.work(failpoint)).toBe('killed')
      expect(await eventLog.work('loader.before-cursor')).toBe('killed')
      const log = await eventLog.open()
      await log.idle()
      await expectViews(log, good, 1)
    },
  )

  it('goes on with halves, even if the database would accept the whole batch by now', async () => {
    const rows = [...rawPageViews(6), rawPageView({ is_bot: 0.5 })]
    await fillWithViews(eventLog.dataDir, rows)
    expect(await eventLog.work('loader.after-half')).toBe('killed')
    await meanwhile('ALTER TABLE analytics.page_views MODIFY COLUMN is_bot Float32')
    const log = await eventLog.open()
    await log.idle()
    await expectViews(log, rows)
  })
})
