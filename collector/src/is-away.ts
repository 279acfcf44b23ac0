/**
 * The system's errors of connections, and classes of SQLSTATE: 08 connection, 28 authorisation, 53 no room for one more,
 * 57 operator; 3D000 the database is still to be created.
 */
const AWAY = /^(?:E[A-Z]+|(?:08|28|53|57)\w{3}|3D000)$/

/**
 * Whether the database could not be asked: it is starting, gone, slow, or does not know us yet. As opposed to an answer
 * that it gave, and to a mistake of ours.
 */
export function isAway(error: unknown): boolean {
  return AWAY.test(codeOf(error)) || /timeout|terminated/i.test(String(error))
}

/** The system's or the database's own name of what went wrong; empty where there is none. */
export function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    // A file's: a key that cannot be read or written. Waiting does not mend that.
    if ('path' in at) return ''
    if ('code' in at && typeof at.code === 'string' && at.code !== 'postgres_migration_failed') return at.code
  }
  return ''
}
