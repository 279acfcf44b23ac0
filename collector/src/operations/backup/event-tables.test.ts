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

it('the counts of consent coverage are in a backup, and restored once', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'half-measure-backup-'))
  const clickhouse = await openClickHouse({ kind: 'embedded', path: join(directory, 'db') })
  const { migrator, writer } = clickhouse
  try {
    await migrateClickHouse(migrator, createLogger('silent'))
    await writer.insert({
      table: 'analytics.coverage_counts',
      format: 'JSONEachRow',
      values: [
        { hour: '2026-10-31 23:00:00', page_path: '/', country: 'GB', loads: 3, bot_loads: 5 },
        { hour: '2026-11-01 00:00:00', page_path: '/', country: '', loads: 4, banners_shown: 2 },
      ],
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

    const { tables } = await backUpEvents(migrator, directory, () => {})
    await expect(expectNoEvents(migrator)).rejects.toThrow('coverage_counts 2')
    await migrator.command({ query: 'TRUNCATE TABLE analytics.coverage_counts' })
    await expectNoEvents(migrator)
    const { parts = [] } = tables.find(({ table }) => table === 'coverage_counts') ?? {}
    for (const { file } of [...parts, ...parts])
      await restoreRows(
        migrator,
        'coverage_counts',
        await readMember(await readFile(join(directory, file))),
        file,
      )
    expect(await total()).toEqual({ hours: 2, loads: 7, bots: 5, shown: 2, countries: ['GB', ''] })
  } finally {
    await clickhouse.close()
    await rm(directory, { recursive: true, force: true })
  }
})
