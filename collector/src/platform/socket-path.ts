import { dirname, relative } from 'node:path'

/** What Linux and macOS both take as the name of a socket, bytes. */
const MAX_BYTES = 103

class DataDirectoryTooDeepError extends Error {
  override name = 'DataDirectoryTooDeepError'
  readonly code = 'data_directory_too_deep'
}

/**
 * The shortest name of a socket in the data directory, absolute or relative to the current directory.
 *
 * @throws with what to do if the data directory lies too deep for it.
 */
export function shortSocketPath(path: string): string {
  const fromHere = relative(process.cwd(), path)
  const shorter = fromHere.length < path.length ? fromHere : path
  if (Buffer.byteLength(shorter) <= MAX_BYTES) return shorter
  throw new DataDirectoryTooDeepError(
    `${dirname(path)} is too long a path: the name of a socket in it may have ${MAX_BYTES} bytes. ` +
      'Set DATA_DIR to a shorter one, or start from a directory near it.',
  )
}
