import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import { createLogger } from '../../platform/logger.ts'
import { migrateClickHouse } from '../../warehouse/clickhouse/migrate.ts'
import { openClickHouse } from '../../warehouse/clickhouse/open-clickhouse.ts'
import { runQueryForOne } from '../../warehouse/clickhouse/query.ts'
import { membersIn, readMember } from './archive.ts'
import { insertVariantSwitches } from '../../warehouse/variant-switches.ts'
import { backUpClickHouse, expectEmptyClickHouse, restoreRows } from './clickhouse-tables.ts'

/** A database with its tables, and how to back it up and read a file of the backup. */
async function openDatabase() {
  const directory = temporaryDirectory()
  const clickhouse = await openClickHouse({ kind: 'embedded', path: join(directory, 'db') })
  onTestFinished(() => clickhouse.close())
  await migrateClickHouse(clickhouse.shards[0], createLogger('silent'))
  return {
    migrator: clickhouse.migrator,
    writer: clickhouse.writer,
    backUp: async (partRows?: number) => {
      const { tables } = await backUpClickHouse(clickhouse.shards, membersIn(directory), () => {}, partRows)
      return (name: string) => tables.find(({ table }) => table === name)?.parts ?? []
    },
    read: async (file: string) => readMember(await readFile(join(directory, file))),
  }
}

it('counts of consent coverage, imported history and switches of variants are in a backup, and restored once', async () => {
  const { migrator, writer, backUp, read } = await openDatabase()
  await writer.insert({
    table: 'analytics.coverage_counts',
    format: 'JSONEachRow',
    values: [
      { hour: '2026-10-31 23:00:00', page_path: '/', country: 'GB', loads: 3, bot_loads: 5 },
      { hour: '2026-11-01 00:00:00', page_path: '/', country: '', loads: 4, banners_shown: 2 },
    ],
  })
  const imported = {
    import_id: '6f1c8a52-7d0e-4c7b-9a35-2f4f0f7f9b11',
    provider: 'plausible',
    dimension: 'page',
    day: '2025-03-01',
    value: '/a',
    page_views: 9,
    visits: null,
  }
  await writer.insert({ table: 'analytics.imported_history', format: 'JSONEachRow', values: [imported] })
  const seen = {
    sessionId: 'session_1_aaaa',
    testName: 'layout',
    variant: 'compact',
    at: 1_793_491_200_000,
  }
  // The same twice: merges keep one.
  for (const switches of [[seen], [seen]]) await insertVariantSwitches(writer, switches)
  const switched = () =>
    runQueryForOne(migrator, {
      name: 'switches',
      sql: `SELECT uniqExact(test_name, variant, session_hash) AS switches,
          countIf(session_hash != halfMD5('session_1_aaaa')) AS others FROM analytics.variant_switches`,
      row: z.object({ switches: z.coerce.number(), others: z.coerce.number() }),
    })
  const total = () =>
    runQueryForOne(migrator, {
      name: 'counts',
      sql: `SELECT count() AS hours, sum(loads) AS loads, sum(bot_loads) AS bots, sum(banners_shown) AS shown,
        groupArray(country) AS countries FROM (SELECT * FROM analytics.coverage_counts ORDER BY hour)`,
      row: z.object({
        hours: z.coerce.number(),
        loads: z.coerce.number(),
        bots: z.coerce.number(),
        shown: z.coerce.number(),
        countries: z.array(z.string()),
      }),
    })

  const partsOf = await backUp()
  await expect(expectEmptyClickHouse(migrator)).rejects.toThrow('coverage_counts 2')
  for (const table of ['coverage_counts', 'imported_history', 'variant_switches'])
    await migrator.command({ query: `TRUNCATE TABLE analytics.${table}` })
  await expectEmptyClickHouse(migrator)
  for (const table of ['coverage_counts', 'imported_history', 'variant_switches'] as const) {
    const parts = partsOf(table)
    for (const { file } of [...parts, ...parts]) await restoreRows(migrator, table, await read(file), file)
  }
  expect(await total()).toEqual({ hours: 2, loads: 7, bots: 5, shown: 2, countries: ['GB', ''] })
  expect(await switched()).toEqual({ switches: 1, others: 0 })
  const history = await migrator.query({
    query: 'SELECT * FROM analytics.imported_history',
    format: 'JSONEachRow',
  })
  expect(await history.json()).toEqual([{ ...imported, page_views: expect.anything() }])
})

it('a minute with more rows than a file may have is divided into several, each row in one of them', async () => {
  const { migrator, backUp, read } = await openDatabase()
  await migrator.command({
    query: `INSERT INTO analytics.click_events (event_id, received_at)
      SELECT generateUUIDv4(), toDateTime64('2026-11-20 12:00:00', 3, 'UTC') + number % 3 FROM numbers(95)`,
  })
  const parts = (await backUp(10))('click_events')
  expect(parts.map(({ rows }) => rows)).toEqual([...Array<number>(9).fill(10), 5])
  const texts = await Promise.all(parts.map(async ({ file }) => (await read(file)).toString()))
  expect(new Set(texts.join('').match(/(?<="event_id":")[^"]+/g)).size).toBe(95)
})

it('an import with more rows than a file may have is divided into several, and restored whole', async () => {
  const { migrator, backUp, read } = await openDatabase()
  const ids = ['6f1c8a52-7d0e-4c7b-9a35-2f4f0f7f9b11', '0b8f8a52-7d0e-4c7b-9a35-2f4f0f7f9b22'] as const
  for (const [i, rows] of [95, 4].entries())
    await migrator.command({
      query: `INSERT INTO analytics.imported_history
        SELECT {id: UUID}, 'umami', 'page', toDate('2025-03-01') + number % 7, concat('/', number), number, NULL
        FROM numbers({rows: UInt32})`,
      query_params: { id: ids[i], rows },
    })
  const content = () =>
    runQueryForOne(migrator, {
      name: 'imported rows',
      sql: `SELECT count() AS rows, sum(cityHash64(*)) AS hash FROM
        (SELECT import_id, provider, dimension, day, value, ifNull(page_views, 0), isNull(visits)
          FROM analytics.imported_history)`,
      row: z.object({ rows: z.coerce.number(), hash: z.coerce.string() }),
    })
  const before = await content()
  const parts = (await backUp(10))('imported_history')
  expect(parts).toHaveLength(11)
  expect(Math.max(...parts.map(({ rows }) => rows))).toBeLessThan(30)

  await migrator.command({ query: 'TRUNCATE TABLE analytics.imported_history' })
  for (const { file } of parts) await restoreRows(migrator, 'imported_history', await read(file), file)
  expect(await content()).toEqual(before)
})
