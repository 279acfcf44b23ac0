/**
 * Codes of a database that may respond later: the system's connection errors, not Node's own `ERR_…`; SQLSTATE classes
 * 08 connection, 28 authorisation, 53 out of resources, 57 operator, and 3D000 (the database does not exist yet).
 */
const UNAVAILABLE = /^(?:E(?!RR_)[A-Z_]+|(?:08|28|53|57)\w{3}|3D000)$/

/** ClickHouse's own codes of this kind. */
const CLICKHOUSE_UNAVAILABLE = new Set([
  '159', // TIMEOUT_EXCEEDED
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '241', // MEMORY_LIMIT_EXCEEDED
  '242', // TABLE_IS_READ_ONLY
  '243', // NOT_ENOUGH_SPACE
  '252', // TOO_MANY_PARTS
  '279', // ALL_CONNECTION_TRIES_FAILED
  '516', // AUTHENTICATION_FAILED: its accounts are still to be created
  '999', // KEEPER_EXCEPTION
])

/** Messages of both drivers for lost or silent connections, which have no code. */
const CODELESS = new Set([
  'Timeout error.',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])

/**
 * Whether the database is starting, down, slow, overloaded, or does not have our user yet, as opposed to an error
 * that it reports, or a bug.
 */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== '') return UNAVAILABLE.test(code) || CLICKHOUSE_UNAVAILABLE.has(code)
  for (let at = error; at instanceof Error; at = at.cause) if (CODELESS.has(at.message)) return true
  return false
}

/** The error code of the system or the database; empty without one. */
export function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    // A key file that cannot be read or written. Waiting does not help.
    if ('path' in at) return ''
    if ('code' in at && typeof at.code === 'string' && at.code !== 'postgres_migration_failed') return at.code
  }
  return ''
}

/** Log level for work that is retried: an unavailable database comes back, anything else needs a person. */
export function severityOf(error: unknown): 'warn' | 'error' {
  return isUnavailable(error) ? 'warn' : 'error'
}
