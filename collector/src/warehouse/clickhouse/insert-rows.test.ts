import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import { insertRows } from './insert-rows.ts'
import type { ClickHouse } from './clickhouse.ts'
import { openClickHouse } from './open-clickhouse.ts'
import { runQuery } from './query.ts'

const ONCE = { async_insert: 0, insert_deduplicate: 1, deduplicate_blocks_in_dependent_materialized_views: 1 }

const rowsOf = (...names: readonly string[]) =>
  Buffer.from(names.map((name) => `${JSON.stringify({ name })}\n`).join(''))

let clickhouse: ClickHouse

/** A table that remembers tokens, and what a view of it fills. */
beforeEach(async () => {
  clickhouse = await openClickHouse({ kind: 'embedded', path: join(temporaryDirectory(), 'clickhouse') })
  onTestFinished(() => clickhouse.close())
  for (const query of [
    'CREATE DATABASE shop',
    'CREATE TABLE shop.beers (name String) ENGINE = MergeTree ORDER BY name SETTINGS non_replicated_deduplication_window = 10',
    `CREATE TABLE shop.counts (name String, sold UInt64) ENGINE = SummingMergeTree ORDER BY name
      SETTINGS non_replicated_deduplication_window = 10`,
    'CREATE MATERIALIZED VIEW shop.count TO shop.counts AS SELECT name, count() AS sold FROM shop.beers GROUP BY name',
  ])
    await clickhouse.migrator.command({ query })
})

async function names(): Promise<string[]> {
  const sql = 'SELECT name FROM shop.beers ORDER BY name'
  const rows = await runQuery(clickhouse.reader, { name: 'names', sql, row: z.object({ name: z.string() }) })
  return rows.map(({ name }) => name)
}

async function sold(): Promise<number> {
  const sql = 'SELECT sum(sold) AS sold FROM shop.counts'
  const row = z.object({ sold: z.coerce.number() })
  const rows = await runQuery(clickhouse.reader, { name: 'sold', sql, row })
  return rows[0]?.sold ?? 0
}

const insert = (rows: Buffer, settings = {}) =>
  insertRows(clickhouse.writer, 'shop.beers', rows, { ...ONCE, ...settings })

describe('insertRows, on the embedded engine', () => {
  it('puts the bytes into the table as they are', async () => {
    await insert(rowsOf('Bière 🍺', "O'Hara \\ Söhne"), { insert_deduplication_token: 'a' })
    expect(await names()).toEqual(['Bière 🍺', "O'Hara \\ Söhne"])
  })

  it('takes a token once, in the table and in what its views fill', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      await insert(rowsOf('Porter', 'Stout'), { insert_deduplication_token: 'a' })
    }
    expect([await names(), await sold()]).toEqual([['Porter', 'Stout'], 2])
  })

  it('takes the same rows again under another token', async () => {
    await insert(rowsOf('Porter'), { insert_deduplication_token: 'a' })
    await insert(rowsOf('Porter'), { insert_deduplication_token: 'b' })
    expect([await names(), await sold()]).toEqual([['Porter', 'Porter'], 2])
  })

  it('keeps no token, and no other setting, for the insert after it', async () => {
    await insert(rowsOf('Porter'), { insert_deduplication_token: 'a', input_format_skip_unknown_fields: 0 })
    await insert(Buffer.from('{"name":"Stout","price":4}\n'))
    expect(await names()).toEqual(['Porter', 'Stout'])
  })

  it('refuses by the code of the database, and then nothing is in', async () => {
    const rows = Buffer.from('{"name":"Porter"}\n{"name":"Stout","price":4}\n')
    await expect(insert(rows, { input_format_skip_unknown_fields: 0 })).rejects.toMatchObject({ code: '117' })
    expect(await names()).toEqual([])
  })
})
