/**
 * Translates statements written for one server to a cluster. Every node has the tables of one server, under the same
 * names in `analytics`, replicated within its shard; `analytics_all` has a distributed table for each, which reads all
 * shards. So inserts go to one node, queries to `analytics_all`, and statements that change tables to all nodes.
 */

/** The database that queries read. */
export const EVERYWHERE = 'analytics_all'

/** Which nodes a statement is for. */
export interface ClusterStatement {
  readonly sql: string
  /**
   * `all`: one node passes it on to all. `each shard`: it reads and writes the shard's own rows. `entry`: the node that
   * the collector is connected to.
   */
  readonly to: 'all' | 'each shard' | 'entry'
}

/** Replicated tables that every node has in full, not only its shard's part. */
const ON_EVERY_NODE = ['schema_migrations']

/** How long a repeated insert is recognised, in seconds: as long as the log may repeat it. */
const DEDUPLICATION_SECONDS = 7 * 24 * 3_600

/**
 * A statement that makes or changes something.
 *
 * @throws for a statement of an unknown kind: it would run on one node only.
 */
export function statementFor(cluster: string, statement: string): ClusterStatement {
  const on = ` ON CLUSTER '${cluster}'`
  const sql = statement.trim()
  // The entry node also cancels what it has sent to the others.
  if (sql.startsWith('KILL QUERY')) return { sql, to: 'entry' }
  if (/\bON CLUSTER '/.test(sql)) return { sql, to: 'all' }
  if (/^INSERT INTO analytics\.\w+[^]*\bSELECT\b/.test(sql)) return { sql, to: 'each shard' }

  const created =
    /^CREATE (?:DATABASE|TABLE|MATERIALIZED VIEW) (?:IF NOT EXISTS )?(?<name>analytics\b(?:\.(?<table>\w+))?)/.exec(
      sql,
    )
  if (created?.groups) {
    const { table } = created.groups
    const head = created[0] + on
    const rest = sql.slice(created[0].length)
    return { sql: head + (table ? replicated(rest, table) : rest), to: 'all' }
  }
  const altered =
    /^(?:(?:ALTER TABLE|DROP TABLE|DROP VIEW|TRUNCATE TABLE|DELETE FROM|SYSTEM \w+ \w+) (?:IF EXISTS )?analytics\.\w+|EXCHANGE TABLES analytics\.\w+ AND analytics\.\w+)/.exec(
      sql,
    )
  if (altered) return { sql: altered[0] + on + sql.slice(altered[0].length), to: 'all' }
  throw new Error(`unknown statement for a cluster: ${sql.slice(0, 80)}`)
}

/** The engine's replicated form, and the settings that go with it. */
function replicated(definition: string, table: string): string {
  const everywhere = ON_EVERY_NODE.includes(table)
  const path = everywhere ? `/clickhouse/tables/all/${table}` : `/clickhouse/tables/{shard}/${table}`
  const replica = everywhere ? '{shard}-{replica}' : '{replica}'
  return definition
    .replace(
      /\bENGINE = (\w*)MergeTree\b(?:\(([^)]*)\))?/,
      (_, kind: string, options: string | undefined) =>
        `ENGINE = Replicated${kind}MergeTree('${path}', '${replica}'${options ? `, ${options}` : ''})`,
    )
    .replace(
      /\bnon_replicated_deduplication_window = (\d+)/,
      `replicated_deduplication_window = $1, replicated_deduplication_window_seconds = ${DEDUPLICATION_SECONDS}`,
    )
}

/** A query of all shards. Stored parts are read from one replica of each shard, running processes from all nodes. */
export function queryFor(cluster: string, query: string): string {
  return query
    .replaceAll(/\banalytics\.(?!schema_migrations\b)(?=\w)/g, `${EVERYWHERE}.`)
    .replaceAll(/\bFROM system\.parts\b/g, `FROM cluster('${cluster}', system.parts)`)
    .replaceAll(/\bFROM system\.processes\b/g, `FROM clusterAllReplicas('${cluster}', system.processes)`)
}

/** Creates or replaces the distributed table of a table, since its columns follow that table's. */
export function distributedTable(cluster: string, table: string): string {
  return `CREATE OR REPLACE TABLE ${EVERYWHERE}.${table} ON CLUSTER '${cluster}' AS analytics.${table}
    ENGINE = Distributed('${cluster}', 'analytics', '${table}', rand())`
}

/** Drops the distributed table of a table that the shards no longer have. */
export function distributedLeftover(cluster: string, table: string): string {
  return `DROP TABLE IF EXISTS ${EVERYWHERE}.${table} ON CLUSTER '${cluster}' SYNC`
}

export function distributedDatabase(cluster: string): string {
  return `CREATE DATABASE IF NOT EXISTS ${EVERYWHERE} ON CLUSTER '${cluster}'`
}
