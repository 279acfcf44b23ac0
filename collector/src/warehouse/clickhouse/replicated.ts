/*
 * Rewrites statements for a single server as statements for a replicated shard. A database of the engine Replicated
 * passes every statement that makes or changes a table on to all of its replicas, unavailable and new ones included;
 * the tables copy each other's parts.
 */

/** How long a repeated insert is recognised, in seconds: as long as the log may repeat it. */
const DEDUPLICATION_SECONDS = 7 * 24 * 3_600

/** The engine of a database shared by a shard's replicas. */
export function replicatedDatabase(name: string): string {
  return `ENGINE = Replicated('/clickhouse/databases/${name}/{shard}', '{shard}', '{replica}')`
}

/** The statement, creating replicated tables if it creates any. */
export function replicated(statement: string): string {
  return statement
    .replace(/\bENGINE = (?!Replicated)(\w*)MergeTree\b/, 'ENGINE = Replicated$1MergeTree')
    .replace(
      /\bnon_replicated_deduplication_window = (\d+)/,
      `replicated_deduplication_window = $1, replicated_deduplication_window_seconds = ${DEDUPLICATION_SECONDS}`,
    )
}
