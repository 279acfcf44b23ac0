import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLogger } from '../src/platform/logger.ts'
import { removedEvents } from '../src/reconciliation/removed-events.ts'
import { removeSessions } from '../src/reconciliation/erasure/remove-sessions.ts'
import type { ClickHouse } from '../src/warehouse/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../src/warehouse/clickhouse/migrate.ts'
import { openClickHouse } from '../src/warehouse/clickhouse/open-clickhouse.ts'
import { runQueryForNumber } from '../src/warehouse/clickhouse/query.ts'
import { ClickHouseServer } from './faults/harness/clickhouse-server.ts'

const SESSION = 'session_1763632800000_long'
const OTHER = 'session_1763632800000_other'
/** A tab that sends something every second for two hours: more than one statement can name. */
const BATCHES = 7_000

let clickhouse: ClickHouse
beforeAll(async () => {
  clickhouse = await openClickHouse({ kind: 'server', url: (await ClickHouseServer.lend()).url })
  await migrateClickHouse(clickhouse.shards[0], createLogger('silent'))
})
afterAll(() => clickhouse.close())

const rowsOf = (session: string) =>
  runQueryForNumber(clickhouse.migrator, {
    name: 'rows of the session',
    sql: `SELECT count() AS rows FROM analytics.page_views WHERE session_id = '${session}'`,
  })

it('removes a session whose events came in thousands of batches, each counted once', async () => {
  const collectorId = randomUUID()
  await clickhouse.migrator.command({
    query: `INSERT INTO analytics.page_views (session_id, batch_id, collector_id, event_id, created_at, received_at)
      SELECT session, generateUUIDv4(number), '${collectorId}', generateUUIDv4(number + 100000), now64(3), now64(3)
      FROM numbers(${BATCHES}) ARRAY JOIN ['${SESSION}', '${OTHER}'] AS session`,
  })
  const client = clickhouse.migrator
  const erased: string[] = []
  await removeSessions(
    {
      client,
      onFound: async (sessions) => void erased.push(...sessions),
      eraseSessions: async () => {},
    },
    [SESSION],
  )
  expect(erased).toEqual([SESSION])
  expect(await rowsOf(SESSION)).toBe(0)
  expect(await rowsOf(OTHER)).toBe(BATCHES)
  expect((await removedEvents(client)).get(collectorId)).toMatchObject({ erased: BATCHES })
})
