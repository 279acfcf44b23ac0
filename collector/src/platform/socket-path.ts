import { dirname, relative } from 'node:path'

/** Longest socket path on Linux and macOS, bytes. */
const MAX_BYTES = 103

class DataDirectoryTooDeepError extends Error {
  override name = 'DataDirectoryTooDeepError'
  readonly code = 'data_directory_too_deep'
}

/**
 * The shorter of the absolute path and the one relative to the current directory.
 *
 * @throws if both are too long for a socket.
 */
export function shortSocketPath(path: string): string {
  const fromHere = relative(process.cwd(), path)
  const shorter = fromHere.length < path.length ? fromHere : path
  if (Buffer.byteLength(shorter) <= MAX_BYTES) return shorter
  throw new DataDirectoryTooDeepError(
    `${dirname(path)} is too long: the path of a socket in it may have ${MAX_BYTES} bytes. ` +
      'Set DATA_DIR to a shorter path, or start from a directory near it.',
  )
}
