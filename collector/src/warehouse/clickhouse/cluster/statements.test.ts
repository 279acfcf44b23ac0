import { query } from 'chdb'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '../migrate.ts'
import {
  distributedDatabase,
  distributedLeftover,
  distributedTable,
  queryFor,
  statementFor,
} from './statements.ts'

const CLUSTER = 'half_measure'

/** The engine's own parser: it throws on what no server would take. */
function parsed(sql: string): string {
  return query(`EXPLAIN AST ${sql}`, 'TabSeparated')
}

const migrations = await readMigrations()
const statements = migrations.flatMap((migration) =>
  migration.statements.map((sql): [string, string] => [`${migration.name}: ${sql.slice(0, 60)}`, sql]),
)

describe('a migration in a cluster', () => {
  it.each(statements)('parses, and is for all nodes or each shard: %s', (_, sql) => {
    const said = statementFor(CLUSTER, sql)
    expect(parsed(said.sql)).toMatch(/\w/)
    expect(said.to === 'each shard' || said.sql.includes(`ON CLUSTER '${CLUSTER}'`)).toBe(true)
    expect(said.sql).not.toMatch(/ENGINE = (?!Replicated|Distributed)\w*MergeTree/)
    expect(said.sql).not.toContain('non_replicated')
  })

  it('keeps the order and the settings of a table, and gives it a path of its own within the shard', () => {
    const made = statements
      .map(([, sql]) => statementFor(CLUSTER, sql).sql)
      .filter((sql) => sql.includes('ENGINE = Replicated'))
    expect(made.length).toBeGreaterThanOrEqual(8)
    const paths = made.map((sql) => /MergeTree\('([^']+)', '\{replica\}'/.exec(sql)?.[1])
    expect(new Set(paths).size).toBe(made.length)
    for (const path of paths) expect(path).toMatch(/^\/clickhouse\/tables\/\{shard\}\/\w+$/)
    expect(made[0]).toContain('replicated_deduplication_window = 10000')
    expect(made[0]).toContain('replicated_deduplication_window_seconds = 604800')
    expect(made[0]).toContain('fsync_after_insert = 1')
    expect(made.some((sql) => sql.includes('ReplicatedAggregatingMergeTree'))).toBe(true)
  })
})

describe('a statement of the program in a cluster', () => {
  it.each([
    'CREATE DATABASE IF NOT EXISTS analytics',
    'CREATE TABLE IF NOT EXISTS analytics.schema_migrations (number UInt32) ENGINE = MergeTree ORDER BY number',
    "ALTER TABLE analytics.page_views DELETE WHERE batch_id = 'x' SETTINGS mutations_sync = 2",
    "ALTER TABLE analytics.page_views DROP PARTITION ID '202601'",
    'ALTER TABLE analytics.page_views MODIFY TTL toDateTime(received_at) + toIntervalMonth(15) SETTINGS materialize_ttl_after_modify = 0',
    'ALTER TABLE analytics.page_views ADD COLUMN IF NOT EXISTS mood String',
    'DROP TABLE IF EXISTS analytics.old SYNC',
    'DROP VIEW IF EXISTS analytics.old_mv SYNC',
    distributedLeftover(CLUSTER, 'old'),
    distributedDatabase(CLUSTER),
    distributedTable(CLUSTER, 'page_views'),
  ])('goes to all nodes, and parses: %s', (sql) => {
    const said = statementFor(CLUSTER, sql)
    expect(said.to).toBe('all')
    expect(said.sql).toContain(`ON CLUSTER '${CLUSTER}'`)
    expect(parsed(said.sql)).toMatch(/\w/)
  })

  it('has one record of migrations on all nodes, whatever their shard', () => {
    const { sql } = statementFor(
      CLUSTER,
      'CREATE TABLE analytics.schema_migrations (n UInt8) ENGINE = MergeTree ORDER BY n',
    )
    expect(sql).toContain(
      "ReplicatedMergeTree('/clickhouse/tables/all/schema_migrations', '{shard}-{replica}')",
    )
  })

  it('derives rows on each shard from its own rows', () => {
    const sql = `INSERT INTO analytics.late_sessions (session_hash, batch_id, first_at)
      SELECT cityHash64(session_id) AS session_hash, batch_id, min(created_at) FROM analytics.page_views
      GROUP BY session_hash, batch_id SETTINGS insert_deduplicate = 0`
    expect(statementFor(CLUSTER, sql)).toEqual({ sql, to: 'each shard' })
  })

  it.each(['OPTIMIZE TABLE analytics.page_views', 'GRANT SELECT ON x TO y', ''])(
    'of an unknown kind is refused: %j',
    (sql) => expect(() => statementFor(CLUSTER, sql)).toThrow(/unknown statement/),
  )
})

describe('a query in a cluster', () => {
  it('is asked of all shards, in every table that it names', () => {
    const said = queryFor(
      CLUSTER,
      `SELECT count() FROM analytics.page_views WHERE session_id IN (SELECT session_id FROM analytics.click_events)`,
    )
    expect(said).toBe(
      `SELECT count() FROM analytics_all.page_views WHERE session_id IN (SELECT session_id FROM analytics_all.click_events)`,
    )
  })

  it('about migrations is for one node', () => {
    const sql = 'SELECT number FROM analytics.schema_migrations'
    expect(queryFor(CLUSTER, sql)).toBe(sql)
  })

  it('about parts is for one replica of each shard, and parses', () => {
    const said = queryFor(
      CLUSTER,
      "SELECT sum(rows) FROM system.parts WHERE database = 'analytics' AND active",
    )
    expect(said).toContain(`FROM cluster('${CLUSTER}', system.parts) WHERE database = 'analytics'`)
    expect(parsed(said)).toMatch(/\w/)
  })

  it('about what is under way is for every node, and parses', () => {
    const said = queryFor(CLUSTER, "SELECT count() FROM system.processes WHERE query_kind = 'Insert'")
    expect(said).toContain(`FROM clusterAllReplicas('${CLUSTER}', system.processes) WHERE query_kind`)
    expect(parsed(said)).toMatch(/\w/)
  })
})

describe('what nodes are asked about each other', () => {
  it('parses', () => {
    expect(
      parsed(
        `SELECT hostName(), count() FROM clusterAllReplicas('${CLUSTER}', system.tables) GROUP BY hostName()`,
      ),
    ).toMatch(/\w/)
  })
})
