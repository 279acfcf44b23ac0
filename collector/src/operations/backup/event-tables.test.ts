import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createLogger } from '../../platform/logger.ts'
import { migrateClickHouse } from '../../warehouse/clickhouse/migrate.ts'
import { openClickHouse } from '../../warehouse/clickhouse/open-clickhouse.ts'
import { runQueryForOne } from '../../warehouse/clickhouse/query.ts'
import { readMember } from './archive.ts'
import { backUpEvents, expectNoEvents, restoreRows } from './event-tables.ts'

it('page loads and imported history are in a backup, and restored once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'half-measure-backup-'))
  const clickhouse = await openClickHouse({ kind: 'embedded', path: join(directory, 'db') })
  const { migrator, writer } = clickhouse
  try {
    await migrateClickHouse(migrator, createLogger('silent'))
    await writer.insert({
      table: 'analytics.page_loads',
      format: 'JSONEachRow',
      values: [
        { hour: '2026-10-31 23:00:00', page_path: '/', loads: 3 },
        { hour: '2026-11-01 00:00:00', page_path: '/', loads: 4 },
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
    const total = () =>
      runQueryForOne(migrator, {
        name: 'page loads',
        sql: 'SELECT count() AS hours, sum(loads) AS loads FROM analytics.page_loads',
        row: z.object({ hours: z.coerce.number(), loads: z.coerce.number() }),
      })

    const { tables } = await backUpEvents(migrator, directory, () => {})
    await expect(expectNoEvents(migrator)).rejects.toThrow('page_loads 2')
    for (const table of ['page_loads', 'imported_history'])
      await migrator.command({ query: `TRUNCATE TABLE analytics.${table}` })
    await expectNoEvents(migrator)
    for (const name of ['page_loads', 'imported_history'] as const) {
      const { parts = [] } = tables.find(({ table }) => table === name) ?? {}
      for (const { file } of [...parts, ...parts])
        await restoreRows(migrator, name, await readMember(await readFile(join(directory, file))), file)
    }
    expect(await total()).toEqual({ hours: 2, loads: 7 })
    const history = await migrator.query({
      query: 'SELECT * FROM analytics.imported_history',
      format: 'JSONEachRow',
    })
    expect(await history.json()).toEqual([{ ...imported, page_views: expect.anything() }])
  } finally {
    await clickhouse.close()
    await rm(directory, { recursive: true, force: true })
  }
})
