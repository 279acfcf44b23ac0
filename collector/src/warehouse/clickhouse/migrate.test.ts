import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { temporaryDirectory } from '../../../test/postgres/temporary-directory.ts'
import { createLogger } from '../../platform/logger.ts'
import { migrateClickHouse, readMigrations, splitStatements } from './migrate.ts'
import type { ClickHouse } from './clickhouse.ts'
import { openClickHouse } from './open-clickhouse.ts'

const log = createLogger('silent')

describe('splitStatements', () => {
  it('parts a file at the semicolons that end a line, without its comments', () => {
    expect(
      splitStatements(`-- What this is for; and why.
SELECT 1; -- one

  -- Two
SELECT
    2 -- a column
;
SELECT 3;
`),
    ).toEqual(['SELECT 1', 'SELECT\n    2', 'SELECT 3'])
  })

  it('leaves semicolons within a line alone', () => {
    expect(splitStatements("SELECT ';', 2;\nSELECT 3")).toEqual(["SELECT ';', 2", 'SELECT 3'])
  })

  it.each([[''], ['\n\n'], ['-- nothing;\n']])('finds nothing in %j', (text) => {
    expect(splitStatements(text)).toEqual([])
  })
})

describe('readMigrations', () => {
  it('numbers them from 1 up, each with a number, statements and a checksum of its own', async () => {
    const migrations = await readMigrations()
    const numbers = migrations.map(({ number }) => number)
    expect(numbers[0]).toBe(1)
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
    expect(new Set(migrations.map(({ checksum }) => checksum)).size).toBe(migrations.length)
    for (const { name, number, statements } of migrations) {
      expect(name).toMatch(new RegExp(`^${String(number).padStart(4, '0')}_[a-z0-9_]+$`))
      expect(statements.length).toBeGreaterThan(0)
    }
  })
})

describe('migrateClickHouse', () => {
  let clickhouse: ClickHouse

  beforeEach(async () => {
    clickhouse = await openClickHouse({ kind: 'embedded', path: join(temporaryDirectory(), 'clickhouse') })
    onTestFinished(() => clickhouse.close())
  })

  const run = (query: string) => clickhouse.migrator.command({ query })

  async function select(query: string): Promise<unknown[]> {
    const result = await clickhouse.reader.query({ query, format: 'JSONEachRow' })
    return result.json()
  }

  const applied = () =>
    select('SELECT number, name FROM analytics.schema_migrations ORDER BY number, applied_at')
  const tables = () =>
    select(`SELECT name, create_table_query FROM system.tables WHERE database = 'analytics' ORDER BY name`)

  it('makes everything once, however often it is called', async () => {
    await migrateClickHouse(clickhouse.shards[0], log)
    const before = await tables()
    const migrations = await readMigrations()
    expect(await applied()).toEqual(migrations.map(({ number, name }) => ({ number, name })))
    expect(before.length).toBeGreaterThan(10)
    await migrateClickHouse(clickhouse.shards[0], log)
    expect(await tables()).toEqual(before)
    expect(await applied()).toHaveLength(migrations.length)
  })

  it('finishes a file that was cut short, and keeps the rows that are there', async () => {
    await migrateClickHouse(clickhouse.shards[0], log)
    const before = await tables()
    await run(`INSERT INTO analytics.page_views (session_id, page_path) VALUES ('session_1_reader', '/x')`)
    await run('ALTER TABLE analytics.schema_migrations DELETE WHERE 1 SETTINGS mutations_sync = 2')
    await run('DROP VIEW analytics.late_views_mv')
    await run('DROP TABLE analytics.session_runs')
    await migrateClickHouse(clickhouse.shards[0], log)
    const names = (rows: unknown[]) => rows.map((row) => (row as { name: string }).name)
    expect(names(await tables())).toEqual(names(before))
    expect(await applied()).toHaveLength((await readMigrations()).length)
    expect(await select('SELECT page_path FROM analytics.page_views')).toEqual([{ page_path: '/x' }])
  })

  it('refuses a database of a newer version, and says what to do', async () => {
    await migrateClickHouse(clickhouse.shards[0], log)
    await run(`INSERT INTO analytics.schema_migrations VALUES (9999, '9999_tomorrow', 'x', now64(3))`)
    await expect(migrateClickHouse(clickhouse.shards[0], log)).rejects.toMatchObject({
      code: 'migration_refused',
      message: expect.stringMatching(/9999_tomorrow.*run that version, or restore a backup/s),
    })
  })

  it('refuses a database that was made with another schema, and says what to do', async () => {
    await migrateClickHouse(clickhouse.shards[0], log)
    await run(
      `ALTER TABLE analytics.schema_migrations UPDATE checksum = 'other' WHERE number = 1 SETTINGS mutations_sync = 2`,
    )
    await expect(migrateClickHouse(clickhouse.shards[0], log)).rejects.toMatchObject({
      code: 'migration_refused',
      message: expect.stringMatching(/0001_baseline.*move DATA_DIR away/s),
    })
  })
})
