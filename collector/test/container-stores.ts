import { createClient } from '@clickhouse/client'
import { createServerDatabase } from './postgres/server-database.ts'

/**
 * The environment that leads a collector to the databases of `npm run test:containers`, emptied. Nothing where the
 * run is another one: then the embedded engines are used.
 */
export async function containerStores(): Promise<Record<string, string>> {
  const { TEST_CLICKHOUSE_URL: clickhouse, TEST_POSTGRES_URL: postgres } = process.env
  if (clickhouse === undefined || postgres === undefined) return {}
  const client = createClient({ url: clickhouse })
  await client.command({ query: 'DROP DATABASE IF EXISTS analytics SYNC' })
  await client.close()
  return {
    CLICKHOUSE_URL: clickhouse,
    CLICKHOUSE_WRITER_URL: process.env['TEST_CLICKHOUSE_WRITER_URL'] ?? clickhouse,
    CLICKHOUSE_READER_URL: process.env['TEST_CLICKHOUSE_READER_URL'] ?? clickhouse,
    CLICKHOUSE_VIEWER_URL: process.env['TEST_CLICKHOUSE_VIEWER_URL'] ?? clickhouse,
    DATABASE_URL: (await createServerDatabase('empty')).url,
    ADMIN_PASSWORD: 'not-the-default',
  }
}
