import { z } from 'zod'
import type { Db } from '../../database/schema/database.ts'
import type { ClickHouse } from '../../warehouse/clickhouse/clickhouse.ts'
import { runQuery } from '../../warehouse/clickhouse/query.ts'

/**
 * After a restore: an import that ended between the backup's copies of the two databases is `stored` without its
 * figures. It becomes one that was interrupted, so that it can be deleted and its file imported again.
 *
 * @returns how many.
 */
export async function interruptIncompleteImports(
  db: Db,
  { migrator }: Pick<ClickHouse, 'migrator'>,
): Promise<number> {
  const partitions = await runQuery(migrator, {
    name: 'rows of imports',
    sql: `SELECT import_id, count() AS rows FROM analytics.imported_history GROUP BY import_id`,
    params: {},
    row: z.object({ import_id: z.string(), rows: z.coerce.number() }),
  })
  const rowsOf = new Map(partitions.map(({ import_id, rows }) => [import_id, rows]))
  const imports = await db
    .selectFrom('history_imports')
    .select(['id', 'rows'])
    .where('state', '=', 'stored')
    .execute()
  const incomplete = imports.filter(({ id, rows }) => (rowsOf.get(id) ?? 0) < rows).map(({ id }) => id)
  if (incomplete.length > 0)
    await db.updateTable('history_imports').set({ state: 'storing' }).where('id', 'in', incomplete).execute()
  return incomplete.length
}
