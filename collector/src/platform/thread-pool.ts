/**
 * Imported before anything else: Node creates its thread pool when the first file is read, by default with four threads.
 * Hashing a password occupies one, so a burst of sign-ins would keep beacons from being written to disk.
 */
const THREADS = 12

process.env['UV_THREADPOOL_SIZE'] ??= String(THREADS)
