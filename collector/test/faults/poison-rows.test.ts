import { describe, expect, it } from 'vitest'
import { TestLog, useEventLog } from './harness/event-log.ts'
import { eventIdOf, rawPageView, rawPageViews } from './harness/raw-rows.ts'
import { figure, queryRows } from './harness/stored-rows.ts'
import { expectViews } from './harness/views.ts'

const eventLog = useEventLog()

/** Rows that ClickHouse refuses, and what it says about each. */
const POISON = [
  { what: 'a time that is none', overrides: { created_at: 'yesterday' }, says: /Cannot read DateTime/ },
  { what: 'a fraction in a whole number', overrides: { is_bot: 0.5 }, says: /Cannot parse|is_bot/ },
  { what: 'text in a number', overrides: { is_bot: 'perhaps' }, says: /Cannot parse|is_bot/ },
  { what: 'an id that is none', overrides: { event_id: 'x'.repeat(36) }, says: /UUID/ },
  { what: 'half a character', overrides: { page_title: '\uD800' }, says: /page_title/ },
]

describe('rows that ClickHouse refuses', () => {
  it.each(POISON)(
    'are set aside with the reason, and the other rows are stored: $what',
    async ({ overrides, says }) => {
      const log = await eventLog.open()
      const good = rawPageViews(6)
      const bad = rawPageView(overrides)
      await log.keep([...good.slice(0, 4), bad, ...good.slice(4)])
      await log.idle()

      await expectViews(log, good, 1)
      const letters = await log.events.deadLetters.list()
      expect(letters).toEqual([
        expect.objectContaining({ table: 'page_views', error: expect.stringMatching(says) }),
      ])
      const [letter] = letters
      if (!letter) throw new Error('there is one')
      expect((await log.events.shards[0]?.deadLetters.read(letter))?.rows.toString()).toContain(
        eventIdOf(bad),
      )
    },
  )

  it.each([
    ['the first', [0]],
    ['the last', [12]],
    ['two side by side', [5, 6]],
    ['many', [0, 3, 4, 7, 11, 12]],
    ['all', Array.from({ length: 13 }, (_, i) => i)],
  ])('may be %s of a batch', async (_, places) => {
    const log = await eventLog.open()
    const rows = Array.from({ length: 13 }, (_, i) =>
      rawPageView(places.includes(i) ? { created_at: '' } : {}),
    )
    await log.keep(rows)
    await log.idle()
    await expectViews(
      log,
      rows.filter((_, i) => !places.includes(i)),
      places.length,
    )
    expect(log.lines.filter((line) => line.startsWith('error'))).toEqual([
      'error: loader: the database refuses rows; they are among the dead letters, each with the reason',
    ])
  })

  it('split their batch into new batches, whose ids the rows carry', async () => {
    const log = await eventLog.open()
    await log.keep([rawPageView(), rawPageView({ is_bot: 0.5 }), rawPageView(), rawPageView()])
    await log.idle()
    const batches = await queryRows<{ id: string; rows: number }>(
      log.clickhouse.reader,
      'SELECT batch_id AS id, toUInt32(count()) AS rows FROM analytics.page_views GROUP BY id ORDER BY rows',
    )
    expect(batches.map(({ rows }) => rows)).toEqual([1, 2])
    const [letter] = await log.events.deadLetters.list()
    expect(batches.map(({ id }) => id)).not.toContain(letter?.batch_id)
  })

  it('do not include rows that only together touch too many months', async () => {
    const log = await TestLog.open(eventLog.dataDir, {
      clickhouseUrl: eventLog.server.url,
      writerUrl: `${eventLog.server.url}?clickhouse_setting_max_partitions_per_insert_block=3`,
      until: 'idsKnown',
    })
    const { year, month } = Temporal.Now.plainDateISO('UTC')
    const rows = Array.from({ length: 7 }, (_, i) => {
      const time = `${new Date(Date.UTC(year, month - 1 - i, 1)).toISOString().slice(0, 10)} 00:00:00.000`
      return rawPageView({ received_at: time, created_at: time })
    })
    await log.keep(rows)
    await log.idle()
    await expectViews(log, rows)
    const batches = 'SELECT uniqExact(batch_id) FROM analytics.page_views'
    expect(await figure(log.clickhouse.reader, batches)).toBeGreaterThan(1)
  })

  it('do not include rows that only a view refuses: once it is repaired, all are stored and counted once', async () => {
    const log = await eventLog.open()
    const { migrator } = log.clickhouse
    await migrator.command({ query: 'CREATE TABLE analytics.odd (n UInt8) ENGINE = MergeTree ORDER BY n' })
    await migrator.command({
      query: `CREATE MATERIALIZED VIEW analytics.odd_mv TO analytics.odd AS
        SELECT toUInt8(page_title) AS n FROM analytics.page_views`,
    })
    const rows = rawPageViews(5, { page_title: 'not a number' })
    await log.keep(rows)
    await expect(log.idle(2_000)).rejects.toThrow('pending')
    expect(log.events.deadLetters.count).toBe(0)
    await migrator.command({ query: 'DROP VIEW analytics.odd_mv' })
    await log.idle()
    await expectViews(log, rows)
  })
})

describe('a table that refuses every row', () => {
  it('stops loading after some dozen dead letters, and one command inserts everything once it is repaired', async () => {
    const log = await eventLog.open()
    const { migrator } = log.clickhouse
    await migrator.command({ query: 'ALTER TABLE analytics.page_views DROP COLUMN timezone' })
    const rows = rawPageViews(3_000)
    await log.keep(rows)
    await log.idle()
    expect(log.events.deadLetters.count).toBe(3_000)
    expect(await log.events.deadLetters.list()).toHaveLength(33)
    const later = rawPageView()
    await log.keep([later])
    await expect(log.idle(500)).rejects.toThrow('pending')
    expect(await log.reconciliation.retryDeadLetters()).toEqual({ inserted: 0, refused: 3_000 })
    expect(log.events.deadLetters.stopLoading).toBe(true)

    await migrator.command({ query: 'ALTER TABLE analytics.page_views ADD COLUMN timezone String' })
    expect(await log.reconciliation.retryDeadLetters()).toEqual({ inserted: 3_000, refused: 0 })
    await log.idle()
    await expectViews(log, [...rows, later])
  })
})

describe('dead letters', () => {
  it('are inserted on demand once the database accepts them, and then removed', async () => {
    const log = await eventLog.open()
    const [good, cured] = [rawPageView(), rawPageView({ is_bot: 0.5 })]
    await log.keep([good, cured, rawPageView({ created_at: 'never' })])
    await log.idle()
    expect(await log.reconciliation.retryDeadLetters()).toEqual({ inserted: 0, refused: 2 })
    await expectViews(log, [good], 2)

    await log.clickhouse.migrator.command({
      query: 'ALTER TABLE analytics.page_views MODIFY COLUMN is_bot Float32',
    })
    expect(await log.reconciliation.retryDeadLetters()).toEqual({ inserted: 1, refused: 1 })
    await expectViews(log, [good, cured], 1)
    expect(await log.reconciliation.retryDeadLetters()).toEqual({ inserted: 0, refused: 1 })
    await expectViews(log, [good, cured], 1)
  })

  it('are inserted once even if the process dies while doing so', async () => {
    const rows = [rawPageView(), rawPageView({ is_bot: 0.5 })]
    const first = await eventLog.open()
    await first.keep(rows)
    await first.idle()
    await first.clickhouse.migrator.command({
      query: 'ALTER TABLE analytics.page_views MODIFY COLUMN is_bot Float32',
    })
    await first.close()
    expect(await eventLog.work('retry.after-send', ['retry'])).toBe('killed')
    const log = await eventLog.open()
    expect(await log.reconciliation.retryDeadLetters()).toEqual({ inserted: 1, refused: 0 })
    await expectViews(log, rows)
  })

  it('are inserted once even if the process dies while halving some', async () => {
    const first = await eventLog.open()
    const { migrator } = first.clickhouse
    await migrator.command({ query: 'ALTER TABLE analytics.page_views DROP COLUMN timezone' })
    const good = rawPageViews(99)
    await first.keep([...good, rawPageView({ created_at: 'never' })])
    await first.idle()
    await migrator.command({ query: 'ALTER TABLE analytics.page_views ADD COLUMN timezone String' })
    await first.close()
    expect(await eventLog.work('dead-letters.after-half', ['retry'])).toBe('killed')
    const log = await eventLog.open()
    const { count } = log.events.deadLetters
    expect(await log.reconciliation.retryDeadLetters()).toEqual({ inserted: count - 1, refused: 1 })
    await expectViews(log, good, 1)
  })

  it('are still there after a restart', async () => {
    const first = await eventLog.open()
    const good = rawPageView()
    await first.keep([rawPageView({ is_bot: 0.5 }), good])
    await first.idle()
    await first.close()
    await expectViews(await eventLog.open(), [good], 1)
  })
})
